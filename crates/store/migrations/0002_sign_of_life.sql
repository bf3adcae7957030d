-- Written by a program that wants to know whether it can write; the number means nothing else.
CREATE TABLE sign_of_life (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    written BIGINT NOT NULL
);
