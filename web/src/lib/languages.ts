// The texts of the riddle page in the languages of the lexicons.

export type Locale = "en_US" | "en_GB" | "is_IS" | "pl_PL" | "nb_NO" | "nn_NO";

export const LOCALES: { locale: Locale; name: string; file: string | null; language: string }[] = [
  { locale: "en_US", name: "English (US)", file: "en_US.qlex", language: "en" },
  { locale: "en_GB", name: "English (UK)", file: "en_GB.qlex", language: "en" },
  { locale: "is_IS", name: "Íslenska", file: "is_IS.qlex", language: "is" },
  { locale: "pl_PL", name: "Polski", file: "pl_PL.qlex", language: "pl" },
  { locale: "nb_NO", name: "Norsk bokmål", file: null, language: "nb" },
  { locale: "nn_NO", name: "Norsk nynorsk", file: null, language: "nn" },
];

const EN = {
  title: "The riddle",
  ask: "Seven tiles, one best play: find it.",
  today: "Today's riddle",
  made: "New riddle",
  another: "Another riddle",
  shuffle: "Shuffle",
  clear: "Clear",
  guess: "Play it",
  hint: "A hint",
  best: "That is the best play!",
  rank: "Number {rank} of all plays, {score} of {best} points.",
  illegal: "This is not a legal play.",
  length: "The word has {n} letters, {tiles} of them from the rack.",
  row: "It is in row {lane}, across.",
  column: "It is in column {lane}, down.",
  letter: "It begins with {letter}.",
  blank: "Which letter is the blank?",
  worth: "The best play is worth {best} points.",
  streak: "Days in a row: {n}",
  archive: "Earlier days",
  share: "Copy result",
  give: "Show answer",
  answer: "The answer: {answer}",
  loading: "Loading the word list …",
  searching: "Searching for a riddle …",
  none: "No riddle: {why}",
  address: "Address of the service",
  language: "Language",
  line: "Place tiles in one row or column, without gaps.",
  board: "Board",
  rack: "Rack",
  empty: "blank",
  laid: "placed",
  wordTimes: "word counts {n} times",
  letterTimes: "letter counts {n} times",
  copied: "Result copied.",
  unreached: "no answer; is there a network connection?",
  unshipped: "Its word list may not be redistributed; its riddles come from a service.",
};
export type Texts = typeof EN;

export const TEXTS: Record<string, Texts> = {
  en: EN,
  is: {
    title: "Gátan", ask: "Sjö stafir, einn besti leikur: finndu hann.", today: "Gáta dagsins", made: "Mín eigin", another: "Aðra gátu",
    shuffle: "Stokka", clear: "Taka til baka", guess: "Leika", hint: "Vísbending", best: "Þetta er besti leikurinn!",
    rank: "Númer {rank} af öllum leikjum, {score} af {best} stigum.", illegal: "Þetta er ekki hægt að leika.",
    length: "Orðið hefur {n} stafi, þar af {tiles} úr rekkanum.", row: "Það liggur í röð {lane}, lárétt.", column: "Það liggur í dálki {lane}, lóðrétt.",
    letter: "Það byrjar á {letter}.", blank: "Hvaða stafur er auði stafurinn?", worth: "Besti leikurinn gefur {best} stig.",
    streak: "Dagar í röð: {n}", archive: "Fyrri dagar", share: "Afrita niðurstöðuna", give: "Sýna svarið", answer: "Svarið: {answer}",
    loading: "Sæki orðin …", searching: "Leita að góðri gátu …", none: "Engin gáta fannst: {why}", address: "Vefslóð þjónustunnar", language: "Tungumál",
    line: "Stafir liggja í einni röð eða dálki, án bila.",
    board: "Borð", rack: "Rekki", empty: "auður stafur", laid: "lagður", wordTimes: "orðið gildir {n}-falt", letterTimes: "stafurinn gildir {n}-falt",
    copied: "Niðurstaðan er afrituð.", unreached: "ekkert svar barst; er nettenging?",
    unshipped: "Orðasafn þess má ekki afhenda; gátur þess koma frá þjónustu.",
  },
  pl: {
    title: "Zagadka", ask: "Siedem płytek, jeden najlepszy ruch: znajdź go.", today: "Zagadka dnia", made: "Własna", another: "Inna",
    shuffle: "Wymieszaj", clear: "Cofnij", guess: "Zagraj", hint: "Podpowiedź", best: "To najlepszy możliwy ruch!",
    rank: "Miejsce {rank} wśród wszystkich ruchów, {score} z {best} punktów.", illegal: "Tak nie można zagrać.",
    length: "Słowo ma liter: {n}, w tym ze stojaka: {tiles}.", row: "Leży w rzędzie {lane}, poziomo.", column: "Leży w kolumnie {lane}, pionowo.",
    letter: "Zaczyna się na {letter}.", blank: "Jaką literą jest blank?", worth: "Najlepszy ruch jest wart punktów: {best}.",
    streak: "Dni z rzędu: {n}", archive: "Poprzednie dni", share: "Kopiuj wynik", give: "Pokaż odpowiedź", answer: "Odpowiedź: {answer}",
    loading: "Wczytywanie słów …", searching: "Szukam dobrej zagadki …", none: "Nie ma zagadki: {why}", address: "Adres usługi", language: "Język",
    line: "Płytki leżą w jednym rzędzie lub kolumnie, bez przerw.",
    board: "Plansza", rack: "Stojak", empty: "pusta płytka", laid: "położona", wordTimes: "słowo liczy się {n} razy", letterTimes: "litera liczy się {n} razy",
    copied: "Wynik został skopiowany.", unreached: "brak odpowiedzi; czy jest połączenie z siecią?",
    unshipped: "Jego słów nie wolno udostępniać; zagadki przychodzą z usługi.",
  },
  nb: {
    title: "Gåten", ask: "Sju brikker, ett beste trekk: finn det.", today: "Dagens gåte", made: "Min egen", another: "En annen",
    shuffle: "Stokk", clear: "Ta tilbake", guess: "Spill", hint: "Et hint", best: "Det er det beste trekket som finnes!",
    rank: "Nummer {rank} av alle trekk, {score} av {best} poeng.", illegal: "Det kan ikke spilles.",
    length: "Ordet har {n} bokstaver, {tiles} av dem fra stativet.", row: "Det ligger i rad {lane}, vannrett.", column: "Det ligger i kolonne {lane}, loddrett.",
    letter: "Det begynner med {letter}.", blank: "Hvilken bokstav er den blanke?", worth: "Det beste trekket gir {best} poeng.",
    streak: "Dager på rad: {n}", archive: "Tidligere dager", share: "Kopier resultatet", give: "Vis svaret", answer: "Svaret: {answer}",
    loading: "Henter ordene …", searching: "Leter etter en god gåte …", none: "Det finnes ingen gåte: {why}", address: "Tjenestens adresse", language: "Språk",
    line: "Brikkene ligger i én rad eller kolonne, uten hull.",
    board: "Brett", rack: "Stativ", empty: "blank brikke", laid: "lagt", wordTimes: "ordet teller {n} ganger", letterTimes: "bokstaven teller {n} ganger",
    copied: "Resultatet er kopiert.", unreached: "det kom ikke noe svar; er du på nett?",
    unshipped: "Ordlisten kan ikke gis videre; gåtene kommer fra en tjeneste.",
  },
  nn: {
    title: "Gåta", ask: "Sju brikker, eitt beste trekk: finn det.", today: "Gåta for i dag", made: "Mi eiga", another: "Ei anna",
    shuffle: "Stokk", clear: "Ta tilbake", guess: "Spel", hint: "Eit hint", best: "Det er det beste trekket som finst!",
    rank: "Nummer {rank} av alle trekk, {score} av {best} poeng.", illegal: "Det kan ikkje spelast.",
    length: "Ordet har {n} bokstavar, {tiles} av dei frå stativet.", row: "Det ligg i rad {lane}, vassrett.", column: "Det ligg i kolonne {lane}, loddrett.",
    letter: "Det byrjar med {letter}.", blank: "Kva bokstav er den blanke?", worth: "Det beste trekket gjev {best} poeng.",
    streak: "Dagar på rad: {n}", archive: "Tidlegare dagar", share: "Kopier resultatet", give: "Vis svaret", answer: "Svaret: {answer}",
    loading: "Hentar orda …", searching: "Leitar etter ei god gåte …", none: "Det finst inga gåte: {why}", address: "Adressa til tenesta", language: "Språk",
    line: "Brikkene ligg i éi rad eller kolonne, utan hol.",
    board: "Brett", rack: "Stativ", empty: "blank brikke", laid: "lagd", wordTimes: "ordet tel {n} gonger", letterTimes: "bokstaven tel {n} gonger",
    copied: "Resultatet er kopiert.", unreached: "det kom ikkje noko svar; er du på nett?",
    unshipped: "Ordlista kan ikkje gjevast vidare; gåtene kjem frå ei teneste.",
  },
};

export function textsOf(locale: Locale): Texts {
  const language = LOCALES.find((one) => one.locale === locale)?.language ?? "en";
  return TEXTS[language] ?? EN;
}

/** Fills the fields of a sentence. */
export function fill(sentence: string, fields: Record<string, string | number>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}
