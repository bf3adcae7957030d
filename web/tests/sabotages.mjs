// What is broken on purpose, and the test that has to notice it.

const PLAY = "src/pages/Play.svelte";
const CHECK = "src/pages/Check.svelte";
const RIDDLE = "src/pages/Riddle.svelte";
const [WIN, GAME] = ["walkthrough is played to the win", "in a game is done by keys alone"];
const [MEND, EDITOR, FILES] = ["its witness walks, and Mend", "in the editor is done by keys alone", "files of Tiled, Sokoban and the corpus"];
const [DRAG, TILES, DAY] = ["solved by dragging", "in a riddle is done by keys alone", "the day's answer is nowhere"];
const [OFFLINE, AXE, NARROW, OWN] = ["works without a network", "axe finds nothing serious", "at 360 pixels", "nothing is loaded from elsewhere"];
const solve = (then) => `await setup(told.board_type);
    await wording.lexicon(new Uint8Array(await (await fetch("./lexicons/en_US.qlex")).arrayBuffer()));
    const solved = await wording.ask<{ moves: { co: string; w: string }[] }>({ ask: "plays", board: told.board, blanks: told.blanks, rack: told.rack });
    ${then}`;

export const SABOTAGES = [
  { name: "a key walks the wrong way", file: PLAY, from: 'ArrowUp: "up"', to: 'ArrowUp: "down"', test: WIN },
  { name: "a game that is won is not said to be", file: PLAY, from: "{#if game?.won}", to: "{#if false}", test: WIN },
  { name: "a game on the map cannot be taken back", file: PLAY, from: "await look(\"\", steps.join(\", \"));", to: "await look(\"\");", test: GAME },
  { name: "hints stay on the first rung", file: PLAY, from: "Math.min(4, hints.filter((one) => one.standing).length + 1)", to: "1", test: GAME },
  { name: "the referee is not asked", file: PLAY, from: "step, referee, limits", to: "step, referee: false, limits", test: "the referee says" },
  { name: "a gamepad's button does nothing", file: PLAY, from: "else if (game?.deeds[0]) void go(game.deeds[0]);", to: "", test: "a gamepad walks" },
  { name: "a gamepad that is there already is not seen", file: PLAY, from: "if (navigator.getGamepads().some((pad) => pad)) connected();", to: "", test: "a gamepad walks" },
  { name: "the verdict stays that of the level before", file: CHECK, from: "if (text !== editor.text) return;\n      judged = answer;", to: "if (text !== editor.text || judged) return;\n      judged = answer;", test: MEND },
  { name: "the witness is not walked", file: CHECK, from: "if (witness) walk =", to: "if (witness && !witness) walk =", test: MEND },
  { name: "Mend applies nothing", file: CHECK, from: "if (answer.mended) {", to: "if (answer.mended && !answer.mended) {", test: MEND },
  { name: "what can be lost is told as safe", file: "src/parts/Verdict.svelte", from: 'check.unlosable === false ? "losable"', to: 'check.unlosable === false ? "unlosable"', test: MEND },
  { name: "why not is not told", file: "src/parts/Verdict.svelte", from: "because(check.why_not) : []", to: "[] : []", test: "a level that cannot be won says why" },
  { name: "the ending of a file is not told", file: CHECK, from: 'ask: "read", name, text', to: 'ask: "read", name: "", text', test: FILES },
  { name: "files that were dropped together are forgotten", file: CHECK, from: "if (main) await open(main[0], main[1], Object.fromEntries(", to: "if (main) await open(main[0], main[1], {} ?? Object.fromEntries(", test: FILES },
  { name: "a link has the level cut short", file: "src/lib/share.ts", from: "for (const byte of bytes)", to: "for (const byte of bytes.slice(0, 9))", test: "a level goes through a link" },
  { name: "the map is not reached by Tab", file: "src/parts/MapView.svelte", from: 'tabindex="0"', to: 'tabindex="-1"', test: EDITOR },
  { name: "Delete clears nothing", file: CHECK, from: 'event.key === "Backspace" || event.key === "Delete"', to: 'event.key === "Backspace"', test: EDITOR },
  { name: "a floor is taken away, and its rooms are left", file: "src/lib/editor.svelte.ts", from: "room.floor === floor).map(({ node }) => node)", to: "room.floor === -1).map(({ node }) => node)", test: "floors and rooms" },
  { name: "rooms may overlap", file: "src/lib/editor.svelte.ts", from: ".every(apart)) return false;", to: ".every(() => true)) return false;", test: "floors and rooms" },
  { name: "names of LDtk are not handed on", file: CHECK, from: "name, text, beside, aliases }", to: "name, text, beside }", test: "a project of LDtk" },
  { name: "a link of a dungeon has another seed", file: "src/pages/Make.svelte", from: "floors: wish.floors, seed: wish.seed, attempts: wish.attempts, ...(wish.difficulty", to: "floors: wish.floors, seed: wish.seed + 1, attempts: wish.attempts, ...(wish.difficulty", test: "a dungeon is asked for" },
  { name: "a tile that is dropped falls back", file: RIDDLE, from: "if (Number.isInteger(square) && !laid.has(square))", to: "if (false)", test: DRAG },
  { name: "Enter does not lay the chosen tile", file: RIDDLE, from: 'event.key === "Enter" && chosen !== null', to: 'event.key === "" && chosen !== null', test: TILES },
  { name: "Space does not turn the way of typing", file: RIDDLE, from: 'else if (event.key === " ") across = !across;', to: "", test: TILES },
  { name: "the first hint gives the length away wrongly", file: RIDDLE, from: "word_length: letters.length", to: "word_length: letters.length + 1", test: TILES },
  { name: "the page works the day's answer out", file: RIDDLE, from: "await setup(told.board_type);", to: solve("void solved;"), test: DAY },
  { name: "the page keeps the day's answer", file: RIDDLE, from: "await setup(told.board_type);", to: solve('keep("solved", JSON.stringify(solved.moves[0]));'), test: DAY },
  { name: "the day is guessed, and days in a row are not counted", file: RIDDLE, from: "if (all[name]?.won) n += 1;", to: "if (all[name]?.won) n += 0;", test: DAY },
  { name: "the operator's key is kept", file: "src/pages/Operator.svelte", from: 'fault = "";\n    busy = path;', to: 'fault = "";\n    localStorage.setItem("key", key);\n    busy = path;', test: "the operator makes" },
  { name: "the page Operator is not shown where a service is", file: "src/App.svelte", from: "...(served ? (", to: "...(!served ? (", test: "the operator makes" },
  { name: "the module is not kept for when there is no network", file: "vite.config.ts", from: '!name.endsWith(".map")', to: '!name.endsWith(".wasm")', test: OFFLINE },
  { name: "lexicons are not kept", file: "src/offline.js", from: "if (answer.ok) await cache.put(request, answer.clone());", to: "", test: OFFLINE },
  { name: "the site works at the top of a server alone", file: "vite.config.ts", from: 'base: "./"', to: 'base: "/"', test: OFFLINE },
  { name: "soft words are too light, in the light scheme", file: "src/app.css", from: "--soft: light-dark(#5d6673,", to: "--soft: light-dark(#b5bac0,", test: AXE },
  { name: "soft words are too dark, in the dark scheme", file: "src/app.css", from: "#5d6673, #a3aca9)", to: "#5d6673, #4a5250)", test: AXE },
  { name: "a field has no name", file: "src/pages/Operator.svelte", from: '<label>From <input type="date" bind:value={from} required /></label>', to: '<input type="date" bind:value={from} required />', test: AXE },
  { name: "a page is too wide for a telephone", file: "src/pages/About.svelte", from: "article { max-width: 46rem;", to: "article { min-width: 420px; max-width: 46rem;", test: NARROW },
  { name: "a finger does not paint", file: "src/parts/MapView.svelte", from: 'onpointerdown={(event) => pointed(event, "down")}', to: "", test: NARROW },
  { name: "the console is not silent", file: "src/main.ts", from: "const target =", to: 'console.warn("a word");\nconst target =', test: "errors are told" },
  { name: "a link that is damaged is not told of", file: CHECK, from: '() => (fault = "The level of this link is damaged."),', to: "() => undefined,", test: "errors are told" },
  { name: "something is loaded from elsewhere", file: "src/main.ts", from: "const target =", to: 'fetch("https://elsewhere.example/a.json").catch(() => undefined);\nconst target =', test: OWN },
  { name: "scripts in the page are allowed", file: "index.html", from: "script-src 'self' 'wasm-unsafe-eval'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'", test: OWN },
  { name: "the scripts are large", file: "src/main.ts", from: "const target =", to: `document.documentElement.dataset["ballast"] = "${Array.from({ length: 30_000 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(36)).join("")}";\nconst target =`, test: "all scripts together" },
];
