// The mutations, each with the test that must fail.

const PLAY = "src/pages/Play.svelte";
const CHECK = "src/pages/Check.svelte";
const MAKE = "src/pages/Make.svelte";
const RIDDLE = "src/pages/Riddle.svelte";
const [WIN, GAME] = ["walkthrough is played to the win", "in a game is done by keys alone"];
const [MEND, EDITOR, FILES] = ["its witness walks, and Mend", "in the editor is done by keys alone", "files of Tiled, Sokoban and the corpus"];
const [DRAG, TILES, DAY] = ["solved by dragging", "in a riddle is done by keys alone", "the day's answer is nowhere"];
const [AWAY, FILLED, TONGUES, FOG] = ["a static site asks a service", "pages that are filled", "a riddle speaks each", "fog lies where nobody was"];
const [FORMS, ENGINES, PLATES, XML] = ["each form is saved by itself", "a level is saved for engines", "a plate is laid", "in XML is dropped with"];
const [GUESS, GOAL, LETTERS] = ["a guess about a map of Tiled", "a level without a goal", "a drawing with other letters"];
const SHOWN = "what is saved and linked";
const [OFFLINE, AXE, NARROW, OWN] = ["works without a network", "axe finds nothing serious", "at 360 pixels", "nothing is loaded from elsewhere"];
const solve = (then) => `await setup(told.board_type, mine);
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
  { name: "why not is not told", file: "src/parts/Verdict.svelte", from: "whyNotLines(check.why_not) : []", to: "[] : []", test: "a level that cannot be won says why" },
  { name: "the ending of a file is not told", file: CHECK, from: 'ask: "read", name, text', to: 'ask: "read", name: "", text', test: FILES },
  { name: "files that were dropped together are forgotten", file: CHECK, from: "Object.fromEntries(others), given, notes);", to: "{}, given, notes);\n        void others;", test: FILES },
  { name: "a link has the level cut short", file: "src/lib/share.ts", from: "for (const byte of bytes)", to: "for (const byte of bytes.slice(0, 9))", test: "a level goes through a link" },
  { name: "the map is not reached by Tab", file: "src/parts/MapView.svelte", from: 'tabindex="0"', to: 'tabindex="-1"', test: EDITOR },
  { name: "Delete clears nothing", file: CHECK, from: 'event.key === "Backspace" || event.key === "Delete"', to: 'event.key === "Backspace"', test: EDITOR },
  { name: "a floor is taken away, and its rooms are left", file: "src/lib/editor.svelte.ts", from: "room.floor === floor).map(({ node }) => node)", to: "room.floor === -1).map(({ node }) => node)", test: "floors and rooms" },
  { name: "rooms may overlap", file: "src/lib/editor.svelte.ts", from: ".every(apart)) return false;", to: ".every(() => true)) return false;", test: "floors and rooms" },
  { name: "what names mean is not handed on", file: CHECK, from: "name, text, beside, aliases, start, game }", to: "name, text, beside, start, game }", test: "a project of LDtk" },
  { name: "unknown names come last", file: "src/lib/foreign.ts", from: '["unknown", "guessed", "given", "own"]', to: '["guessed", "given", "own", "unknown"]', test: GUESS },
  { name: "a verdict by guesses does not say so", file: "src/parts/Verdict.svelte", from: "const title = $derived(guesses > 0 ?", to: "const title = $derived(guesses > 99 ?", test: GUESS },
  { name: "a choice leaves the focus", file: "src/parts/Names.svelte", from: "await tick();\n    rows[name]?.focus();", to: "await tick();", test: GUESS },
  { name: "a level without a goal is called unwinnable", file: "src/parts/Verdict.svelte", from: 'check.verdict === "no goal" ? "no-goal"', to: 'check.verdict === "no goal" ? "unwinnable"', test: GOAL },
  { name: "a mapping that is dropped is forgotten", file: CHECK, from: "mapping === null ? undefined : mappingOf", to: "mapping === null ? undefined : ((_: string) => undefined)", test: LETTERS },
  { name: "a link of a dungeon has another seed", file: MAKE, from: 'new URL(link("make", { ...shown })', to: 'new URL(link("make", { ...shown, seed: shown.seed + 1 })', test: "a dungeon is asked for" },
  { name: "what is saved is what the form says", file: MAKE, from: "const dungeon = shown;", to: "const dungeon = shown && shape();", test: SHOWN },
  { name: "the link is that of what is still being made", file: MAKE, from: 'new URL(link("make", { ...shown })', to: 'new URL(link("make", { ...shape() })', test: SHOWN },
  { name: "the picture of a map for Tiled is not told", file: "src/lib/pack.ts", from: '["tmj", "Tiled map", "tiles"]', to: '["tmj", "Tiled map", null]', test: FORMS },
  { name: "a wide map lies over what is beside it", file: CHECK, from: "display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }", to: "display: grid; gap: 0.5rem; }", test: "a map that is larger than its place" },
  { name: "nothing is drawn without a start", file: CHECK, from: "level: editor.pictured", to: "level: text", test: "a new level is drawn at once" },
  { name: "a fast stroke has gaps", file: CHECK, from: "editor.use(stroke.tool, at, stroke.at)", to: "editor.use(stroke.tool, at)", test: "a fast stroke leaves no gaps" },
  { name: "a game that is loaded again has forgotten what was seen", file: PLAY, from: 'kept("play.at") ?? "", passed());', to: 'kept("play.at") ?? "");\n      void passed;', test: "a game is as it was" },
  { name: "fog lies on half a door", file: PLAY, from: "if (!seen) found.add", to: "if (seen) found.add", test: "the sign on a door" },
  { name: "what was opened looks locked", file: PLAY, from: "JSON.stringify(opened(level, symbols))", to: "JSON.stringify(opened(level, []))", test: "what was opened looks open" },
  { name: "hints are told in words of the engine", file: PLAY, from: "{#each hinted as line", to: "{#each hints.at(-1)?.words ?? [] as line", test: "has the names of the dungeon" },
  { name: "the archive for engines lacks a file", file: "src/lib/pack.ts", from: "Object.fromEntries(files.map(", to: "Object.fromEntries(files.slice(1).map(", test: "a dungeon is asked for" },
  { name: "LDtk of rooms is that of floors", file: "src/lib/pack.ts", from: "rooms: () => /-rooms\\.ldtk$/", to: "rooms: () => /\\.ldtk$/", test: FORMS },
  { name: "a claim is told without what it was asked with", file: MAKE, from: "{#if claim.change.length}<br />", to: "{#if false}<br />", test: FORMS },
  { name: "a level for engines is the example", file: CHECK, from: "await packFiles(drawing, { level: editor.text })", to: "await packFiles(drawing, { level: SAMPLE })", test: ENGINES },
  { name: "a gate asks of a plate that is gone", file: "src/lib/editor.svelte.ts", from: "if (gone.size === 0) return;", to: "if (gone.size >= 0) return;", test: PLATES },
  { name: "tile sets in XML are not handed on with their map", file: "src/lib/foreign.ts", from: "const PARTS = /\\.(tsx|tsj|tx|tj)$/i", to: "const PARTS = /\\.(tsj|tx|tj)$/i", test: XML },
  { name: "no fog lies anywhere", file: PLAY, from: "if (hasRooms) fog(context);", to: "void fog;", test: FOG },
  { name: "secret rooms are not counted", file: PLAY, from: 'purpose === "secret") ?? []', to: 'purpose === "secrets") ?? []', test: FOG },
  { name: "the result tells what was seen", file: PLAY, from: "const message = `Quandary · ${title}\\n", to: "const message = `Quandary · ${title}\\n${words.join()}", test: FOG },
  { name: "a verdict is too light to be read", file: "src/app.css", from: "--bad: light-dark(#a3271f,", to: "--bad: light-dark(#e8a39c,", test: FILLED },
  { name: "a tile that is dropped falls back", file: RIDDLE, from: "if (Number.isInteger(square) && !laid.has(square))", to: "if (false)", test: DRAG },
  { name: "Enter does not lay the chosen tile", file: RIDDLE, from: 'event.key === "Enter" && chosen !== null', to: 'event.key === "" && chosen !== null', test: TILES },
  { name: "Space does not turn the way of typing", file: RIDDLE, from: 'else if (event.key === " ") across = !across;', to: "", test: TILES },
  { name: "the first hint tells another length", file: RIDDLE, from: 'n: told["word_length"] ?? ""', to: 'n: Number(told["word_length"]) + 1', test: TILES },
  { name: "hints are forgotten when the page is loaded again", file: RIDDLE, from: "[known.guesses, known.won, known.told ?? []];", to: "[known.guesses, known.won, []];\n      known.hints = 0;", test: AWAY },
  { name: "a day that is won too late counts into the days in a row", file: RIDDLE, from: "if (all[name]?.won && !all[name].late) n += 1;", to: "if (all[name]?.won) n += 1;", test: AWAY },
  { name: "the address of a service is not asked", file: RIDDLE, from: 'const base = $derived(served ? "" : service.replace(/\\/$/, ""));', to: 'const base = "";\n  void served;', test: AWAY },
  { name: "a day that is won is empty when it is looked at again", file: RIDDLE, from: "laid = new Map(known.laid);", to: "", test: "a day that is won is shown" },
  { name: "what is no play is a guess", file: RIDDLE, from: "if (judged.legal) guesses += 1;", to: "guesses += 1;", test: "a day that is won is shown" },
  { name: "columns have other names", file: RIDDLE, from: "<span>{col + 1}</span>", to: "<span>{col}</span>", test: "rows and columns of the board" },
  { name: "a riddle of another language is shown", file: RIDDLE, from: "if (mine !== turn) throw new Superseded();", to: "void [mine, Superseded];", test: "whose riddle was asked for last" },
  { name: "a page that lies open over midnight does not notice", file: RIDDLE, from: "today = now();\n", to: "\n", test: "the day ends" },
  { name: "the board is called by its English name", file: RIDDLE, from: "aria-label={t.board}", to: 'aria-label="Board"', test: TONGUES },
  { name: "the page works the day's answer out", file: RIDDLE, from: "await setup(told.board_type, mine);", to: solve("void solved;"), test: DAY },
  { name: "the page keeps the day's answer", file: RIDDLE, from: "await setup(told.board_type, mine);", to: solve('keep("solved", JSON.stringify(solved.moves[0]));'), test: DAY },
  { name: "the day is guessed, and days in a row are not counted", file: RIDDLE, from: "if (all[name]?.won && !all[name].late) n += 1;", to: "if (all[name]?.won) n += 0;", test: DAY },
  { name: "the operator's key is kept", file: "src/pages/Operator.svelte", from: 'fault = "";\n    busy = path;', to: 'fault = "";\n    localStorage.setItem("key", key);\n    busy = path;', test: "the operator makes" },
  { name: "a note is lost", file: "src/pages/Operator.svelte", from: "{ locale, date, note: written[date] }", to: "{ locale, date: to, note: written[date] }", test: "the operator makes" },
  { name: "the page Operator is not shown where a service is", file: "src/App.svelte", from: "...(served ? (", to: "...(!served ? (", test: "the operator makes" },
  { name: "the module is not kept for when there is no network", file: "vite.config.ts", from: '!name.endsWith(".map")', to: '!name.endsWith(".wasm")', test: OFFLINE },
  { name: "lexicons are not kept", file: "src/offline.js", from: "if (answer.ok) await cache.put(request, answer.clone());", to: "", test: OFFLINE },
  { name: "the site works at the top of a server alone", file: "vite.config.ts", from: 'base: "./"', to: 'base: "/"', test: OFFLINE },
  { name: "the manifest of the site is not named", file: "index.html", from: '<link rel="manifest" href="./manifest.webmanifest" />', to: "", test: "a browser can install it" },
  { name: "soft words are too light, in the light scheme", file: "src/app.css", from: "--soft: light-dark(#5d6673,", to: "--soft: light-dark(#b5bac0,", test: AXE },
  { name: "soft words are too dark, in the dark scheme", file: "src/app.css", from: "#5d6673, #a3aca9)", to: "#5d6673, #4a5250)", test: AXE },
  { name: "a field has no name", file: "src/pages/Operator.svelte", from: '<label>From <input type="date" bind:value={from} required /></label>', to: '<input type="date" bind:value={from} required />', test: AXE },
  { name: "a page is too wide for a telephone", file: "src/pages/About.svelte", from: "article { max-width: 46rem;", to: "article { min-width: 420px; max-width: 46rem;", test: NARROW },
  { name: "a finger does not paint", file: "src/parts/MapView.svelte", from: 'onpointerdown={(event) => pointed(event, "down")}', to: "", test: NARROW },
  { name: "the console is not silent", file: "src/main.ts", from: "const target =", to: 'console.warn("a word");\nconst target =', test: "errors are told" },
  { name: "a link that is damaged is not told of", file: CHECK, from: '() => (note = "The level of this link is damaged."),', to: "() => undefined,", test: "errors are told" },
  { name: "something is loaded from elsewhere", file: "src/main.ts", from: "const target =", to: 'fetch("https://elsewhere.example/a.json").catch(() => undefined);\nconst target =', test: OWN },
  { name: "scripts in the page are allowed", file: "index.html", from: "script-src 'self' 'wasm-unsafe-eval'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'", test: OWN },
  { name: "the scripts are large", file: "src/main.ts", from: "const target =", to: `document.documentElement.dataset["ballast"] = "${Array.from({ length: 30_000 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(36)).join("")}";\nconst target =`, test: "all scripts together" },
];

/** The mutations of the program, each with the test that must fail; without one it is the comparison of bytes. */
export const PROGRAMS = [
  { name: "the program packs nothing", breaks: "nothing is packed", test: "the program shows the studio alone" },
  { name: "the program sends no policy", breaks: "the policy is not sent", test: "the program shows the studio alone" },
  { name: "the program does not tell the page of the service", breaks: "the page is not told of the service", test: "the program shows the studio alone" },
  { name: "a byte of a dungeon is another one", breaks: "a byte of a dungeon" },
  { name: "a byte of a verdict is another one", breaks: "a byte of a verdict" },
  { name: "a byte of a riddle is another one", breaks: "a byte of a riddle" },
];
