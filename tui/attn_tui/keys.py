"""Every key of the app, declared once: bindings, footer, help and command palette come from here."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.key import Key, in_table
from attn_tui.view.titles import PANES, STEPS

MOVE, STEP, LOOK, COMPUTE, TAKE, APP = (
    "Move the cell", "Walk the steps", "Look closer", "Compute it otherwise", "Save, export, copy",
    "The app",
)  # fmt: skip

_STEP_KEYS = tuple(
    Key(str(place), f"step('{key}')", str(place), f"Go to step {place}, {title.lower()}", STEP)
    for place, (key, title) in enumerate(STEPS)
)

TAKE_KEYS: tuple[Key, ...] = (
    Key("S", "save", "S", "Save, export, write: picture, csv, npz, html, script", TAKE),
    Key("y", "copy", "y", "Copy the cell's arithmetic", TAKE),
    Key("Y", "copy(True)", "Y", "Copy the matrix, tabs between its numbers", TAKE),
)

WALK_KEYS = in_table(
    "walk",
    Key("left,h", "move(0,-1)", "← h", "One column to the left", MOVE, "←↑↓→ cell", palette=False),
    Key("down,j", "move(1,0)", "↓ j", "One row down", MOVE, palette=False),
    Key("up,k", "move(-1,0)", "↑ k", "One row up", MOVE, palette=False),
    Key("right,l", "move(0,1)", "→ l", "One column to the right", MOVE, palette=False),
    Key("home,left_parenthesis", "edge(-1)", "Home (", "To the first column", MOVE, palette=False),
    Key("end,right_parenthesis", "edge(1)", "End )", "To the last column", MOVE, palette=False),
    Key("pageup,ctrl+u", "move(-10,0)", "PgUp Ctrl+U", "Ten rows up", MOVE, palette=False),
    Key("pagedown,ctrl+d", "move(10,0)", "PgDn Ctrl+D", "Ten rows down", MOVE, palette=False),
    Key("g", "change('largest')", "g", "To the largest cell of the row", MOVE),
    Key("n", "walk(1)", "n", "The next step", STEP, "n step"),
    Key("b", "walk(-1)", "b", "The step before", STEP),
    *_STEP_KEYS,
    Key(
        "p", "predict", "p", "Predict: the row is veiled, you say what it holds", LOOK, "p predict"
    ),
    Key("enter", "terms", "Enter", "All terms of the cell's arithmetic", LOOK),
    Key("c", "code", "c", "The function that computed this step", LOOK, "c code"),
    Key("w", "change('projection')", "w", "Which projection: Q, K or V (step 3)", LOOK),
    Key("z", "change('zoom')", "z", "Zoom: window, all, cell", LOOK),
    Key("x", "change('operands')", "x", "Operands on or off, the result alone", LOOK),
    Key("d", "plot", "d", "The plot in place of the matrices, where both do not fit", LOOK),
    Key("s", "specials", "s", "Special tokens such as [CLS] hidden or shown", LOOK),
    Key("a", "meaning", "a", "Words by meaning: nearest words, king-man+woman", LOOK),
    Key("D", "differences", "D", "Side by side: the step on NumPy and torch, compared", LOOK),
    Key("slash", "edit", "/", "Change the text", COMPUTE, "/ text"),
    Key("K", "edit_keys", "K", "Cross-attention: the text of keys and values", COMPUTE),
    Key("M", "model", "M", "Another model, the place kept", COMPUTE),
    Key("B", "place", "B", "Where it is computed: backend, device, dtype; time, memory", COMPUTE),
    Key("H,full_stop", "change('head')", "H .", "The next head", COMPUTE),
    Key("comma", "change('head_before')", ",", "The head before", COMPUTE),
    Key("L,greater_than_sign", "change('layer')", "L >", "The next layer", COMPUTE),
    Key("less_than_sign", "change('layer_before')", "<", "The layer before", COMPUTE),
    Key("m", "change('mask')", "m", "The next mask: none, causal, window, padding", COMPUTE),
    Key(
        "v",
        "change('variant')",
        "v",
        "With weight matrices, or plain attention without any",
        COMPUTE,
    ),
    Key("o", "change('positions')", "o", "Order of the words: positions on or off", COMPUTE),
    *TAKE_KEYS,
    Key("dollar_sign", "app.costs", "$", "What does it cost: time and memory by length", APP),
    Key("t", "app.toggle_theme", "t", "Light or dark", APP),
    Key(
        "colon",
        "app.command_palette",
        ":",
        "Find a command, or a picture to look at",
        APP,
        palette=False,
    ),
    Key("question_mark", "help", "?", "This help", APP, "? help"),
    Key(
        "escape", "leave", "Esc", "Back out; from the walk, to the home screen", APP, palette=False
    ),
    Key("ctrl+z", "app.suspend_process", "Ctrl+Z", "Stop; fg goes on", APP, palette=False),
    Key("q", "app.quit", "q", "Quit", APP, palette=False),
)

LONG_KEYS = in_table(
    "long",
    *(key for key in WALK_KEYS if key.action.startswith(("move", "edge"))),
    Key("g", "largest", "g", "To the key that the row looks at most", MOVE),
    Key(
        "z,plus,equals_sign",
        "zoom(True)",
        "z +",
        "Zoom in: half the rows and columns",
        LOOK,
        "z zoom",
    ),
    Key("minus,Z", "zoom(False)", "- Z", "Zoom out: twice the rows and columns", LOOK),
    Key("e", "length(16)", "e", "Straight to exact cells at the cursor", LOOK, "e exact"),
    Key("0", "length(0)", "0", "The whole map", LOOK),
    Key("enter", "walk", "Enter", "Walk through these rows, if they are few", LOOK),
    Key("d", "plot", "d", "The plot of the rows in place of the map", LOOK, "d plot"),
    Key("H,full_stop", "head(1)", "H .", "The next head", COMPUTE, "H head"),
    Key("comma", "head(-1)", ",", "The head before", COMPUTE),
    Key("L,greater_than_sign", "layer(1)", "L >", "The next layer", COMPUTE),
    Key("less_than_sign", "layer(-1)", "<", "The layer before", COMPUTE),
    Key("r", "refine", "r", "Go on with what was stopped", COMPUTE),
    *TAKE_KEYS,
    *(key for key in WALK_KEYS if key.group == APP and key.keys != "escape"),
    Key(
        "escape",
        "leave",
        "Esc",
        "Stop what is computed; then, to the home screen",
        APP,
        palette=False,
    ),
)
"""The screen of a long text."""

COST_KEYS = in_table(
    "costs",
    Key("d", "memory", "d", "Memory instead of time, or time again", LOOK, "d time or memory"),
    Key("r", "measure", "r", "Measure again", COMPUTE, "r again"),
    Key("l", "longer", "l", "Twice as long a text, too", COMPUTE, "l longer"),
    *(key for key in WALK_KEYS if key.keys in {"t", "colon", "question_mark", "q"}),
    Key("escape", "leave", "Esc", "Stop measuring; then, back", APP, "Esc back", palette=False),
)
"""The screen of what attention costs."""

LOOK_KEYS: tuple[Key, ...] = tuple(
    Key("", f"look('{name}')", ":", f"Look at: {title}", "Pictures of the course, by name")
    for name, title in PANES
)
"""Commands of the palette, without keys of their own."""

LOOK_HINTS = ("←↑↓→ cell", "z zoom", "x operands", "/ text", "Esc the step", "? help")
"""What the footer says while a picture is shown in the walk."""

TYPING_HINTS = ("Enter read it", "Esc as it was")
"""What the footer says while a text is typed."""

_SIDE_OWN = (
    Key("tab", "way(1)", "Tab", "The next way to compute it", LOOK, "Tab way"),
    Key("shift+tab", "way(-1)", "S-Tab", "The way before", LOOK),
    Key("g", "largest", "g", "Back to the largest difference", LOOK, "g largest"),
    Key("escape,q,D", "leave", "Esc", "Back to the walk", APP, "Esc back", palette=False),
)
_SIDE_SHARED = (
    "move", "step", "walk", "save", "copy", "help", "app.toggle_theme", "app.command_palette",
    "change('projection')", "change('zoom')", "change('head')", "change('head_before')",
)  # fmt: skip

SIDE_KEYS = in_table(
    "side",
    *(
        key
        for group in (MOVE, STEP, LOOK, COMPUTE, TAKE, APP)
        for key in (*_SIDE_OWN, *WALK_KEYS)
        if key.group == group
        and (key in _SIDE_OWN or {key.action, key.action.partition("(")[0]} & {*_SIDE_SHARED})
    ),
)
"""Side by side: its own keys, and those of the walk that make sense there."""

LESSON, EDITOR = "The lesson, where you read", "The lesson, where you write code"

LESSON_KEYS = in_table(
    "lesson",
    Key(
        "enter", "answer", "Enter", "Answer; where nothing is asked, go on", LESSON, "Enter answer"
    ),
    Key(
        "down,j",
        "choose(1,0)",
        "↓ j",
        "Choose (or by its number), point, or read on",
        LESSON,
        palette=False,
    ),
    Key("up,k", "choose(-1,0)", "↑ k", "Choose, point, or read back", LESSON, palette=False),
    Key("left", "choose(0,-1)", "←", "Point one column to the left", LESSON, palette=False),
    Key("right", "choose(0,1)", "→", "Point one column to the right", LESSON, palette=False),
    Key("space", "lift", "Space", "Lift an item of a list or set it down; read on", LESSON),
    Key("pageup,ctrl+u", "read(-1)", "PgUp Ctrl+U", "A page back", LESSON, palette=False),
    Key("pagedown,ctrl+d", "read(1)", "PgDn Ctrl+D", "A page on", LESSON, palette=False),
    Key("h", "hint", "h", "A hint, one at a time", LESSON, "h hint"),
    Key("s", "skip", "s", "Skip the task, or take up one that was skipped", LESSON, "s skip"),
    Key("tab", "other_side", "Tab", "To the panes, or back to the page", LESSON, "Tab panes"),
    Key("n", "turn(1)", "n", "The next step of the lesson", LESSON),
    Key("b", "turn(-1)", "b", "The step before", LESSON, "b back"),
    Key("r", "restore", "r", "The panes as the step sets them", LESSON),
    Key("i", "contents", "i", "The steps of the lesson, to go to one", LESSON),
    Key("question_mark", "help", "?", "This help", LESSON, "? help", palette=False),
    Key("escape", "leave", "Esc", "From the panes to the page, then home", LESSON, palette=False),
)
"""The keys of the page beside the panes; those that it does not have are the walk's there, too."""

EDITOR_KEYS = in_table(
    "editor",
    Key(
        "ctrl+r,f5", "run", "Ctrl+R F5", "Run the code on fresh random inputs", EDITOR, "Ctrl+R run"
    ),
    Key("pageup,ctrl+o", "leaf(-1)", "PgUp Ctrl+O", "The attempt before", EDITOR, "Ctrl+O earlier"),
    Key("pagedown,ctrl+n", "leaf(1)", "PgDn Ctrl+N", "The attempt after", EDITOR, "Ctrl+N later"),
    Key("ctrl+z,ctrl+underscore", "undo", "Ctrl+Z Ctrl+_", "Undo", EDITOR, "Ctrl+Z undo"),
    Key("ctrl+y", "redo", "Ctrl+Y", "Redo", EDITOR),
    Key("escape", "leave", "Esc", "Back to the page", EDITOR, "Esc page"),
)

PANES_HINTS = ("←↑↓→ cell", "n step", "/ text", "Tab page", "o positions", "? help")
"""What the footer says of the walk's keys beside a lesson; the last but one goes first."""

LIST_ENDS = (
    Key("pageup,ctrl+u", "move(-10)", "PgUp Ctrl+U", "Ten lines up", MOVE, palette=False),
    Key("pagedown,ctrl+d", "move(10)", "PgDn Ctrl+D", "Ten lines down", MOVE, palette=False),
    Key("home,g", "move(-999)", "Home g", "The first line", MOVE, palette=False),
    Key("end,G", "move(999)", "End G", "The last line", MOVE, palette=False),
)
"""The keys that lists share besides those of a line."""

HOME_KEYS = in_table(
    "home",
    Key("enter", "open", "Enter", "Open what is chosen", MOVE, "Enter open", palette=False),
    Key("down,j", "move(1)", "↓ j", "The next line", MOVE, "↑↓ choose", palette=False),
    Key("up,k", "move(-1)", "↑ k", "The line before", MOVE, palette=False),
    *LIST_ENDS,
    Key("slash", "edit", "/", "Type a sentence of your own", MOVE, "/ type your own"),
    Key("t", "app.toggle_theme", "t", "Light or dark", APP, "t light or dark"),
    Key("colon", "app.command_palette", ":", "Find a command by name", APP, palette=False),
    Key("question_mark", "help", "?", "This help", APP, "? help"),
    Key("escape", "back", "Esc", "Back to where you came from", APP, palette=False),
    Key("ctrl+z", "app.suspend_process", "Ctrl+Z", "Stop; fg goes on", APP, palette=False),
    Key("q", "app.quit", "q", "Quit", APP, "q quit", palette=False),
)

COURSE_KEYS = in_table(
    "course",
    *(
        replace(key, hint="Esc back") if key.action == "back" else key
        for key in HOME_KEYS
        if key.action != "edit" and key.keys != "t"
    ),
)
"""The list of lessons has the keys of the home screen, but for a sentence to type."""
