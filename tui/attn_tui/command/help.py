"""The help texts, written by hand for someone who has never seen the program; 80 columns."""

from attn_tui.text_file import LARGEST_FILE
from attn_tui.text_input import CHARACTER_LIMIT, TOKEN_LIMIT

_COMMON = """\
How it is computed (in brackets: what is taken if you do not say):
  --model M            tiny: trained for this course, any text runs; toy: made
                       by hand, checkable on paper; minilm: a real transformer;
                       or a folder or hub name of a BERT, DistilBERT, RoBERTa
                       or GPT-2 (tiny)
  --mask M             causal, window:W (each word and the W-1 before it),
                       padding:N (up to N tokens), joined by +; or none (none)
  --keys TEXT2         cross-attention: queries from TEXT, keys and values from
                       TEXT2; without it, both from TEXT (none)
  --variant V          learned, or plain: no weight matrices (learned)
  --backend B          auto, numpy or torch; auto is numpy on the cpu (auto)
  --device D           cpu; with torch also cuda, cuda:1, mps: attn-tui doctor
                       lists those there are (cpu)
  --dtype T            float32, float64, float16; with torch also bfloat16
                       (float32)
"""

_SCREEN = """\
How it is drawn (in brackets: what is taken if you do not say):
  --palette P          truecolor, 256, 16 or none; auto takes what the terminal
                       has (auto)
  --ascii              draw with ASCII alone: ' for transposed, V for a root,
                       @ for infinity, ~ for what was cut off, ? for other
                       letters
  --no-mouse           leave the mouse to the terminal
  --slow               for a thin link: fewer colours, fewer frames
What you always want goes into a config file, as do keys of your own: attn-tui
doctor --config prints one to begin with. The command line wins over it, with
--mouse, --no-ascii and --no-slow, too.
"""

_MAIN = f"""\
attn-tui: learn self-attention by standing inside it.

usage: attn-tui                      the home screen: the course, and sentences
       attn-tui "Money bank grows"   walk through a sentence, step by step
       attn-tui learn [LESSON|FILE]  a lesson by name or number, or a file of
                                     your own; without one, go on with the last
       attn-tui --file BOOK.txt      a text from a file; of a long one the whole
                                     attention map, and windows on it
       attn-tui lessons              the lessons there are, and how far you are
       attn-tui show STEP [TEXT]     print one step and leave; show cost
                                     measures what attention costs here
       attn-tui export [TEXT] --output FILE
                                     the whole walk as a page to hand out, a
                                     script, arrays; a step as a picture
       attn-tui serve [...]          the same in a browser, also for a class
       attn-tui doctor               what works on this terminal, and how to fix
                                     the rest
       attn-tui help [COMMAND]       this, or what a command does

The ten steps, each with its real matrices and the arithmetic of every cell:
  tokenize   the text is cut into tokens, each with an id
  embed      each id picks its row of the embedding table
  position   the vector of each place is added
  project    three products make queries, keys and values
  score      every query meets every key in a dot product
  scale      the scores are divided by the square root of d_head
  mask       what may not be looked at becomes minus infinity
  softmax    each row becomes attention weights that sum to 1
  sum        the values are added up by their weights
  heads      the heads are joined and mixed by W^O

{_COMMON}
{_SCREEN}
  --file FILE          take the text from a file in UTF-8, up to {LARGEST_FILE // 2**20} MiB; if no
                       model is named, toy where tiny has too few positions
  --version            print the version
  --help               print this; after a command, its own help

examples:
  attn-tui "The animal didn't cross the street because it was too tired."
  attn-tui --mask causal "River bank flows"
  attn-tui --keys "Money bank grows" "River bank flows"
  attn-tui learn context
  attn-tui show softmax "River bank flows"
  attn-tui -- show     walk through a word that is also a command

A text to walk through has at most {CHARACTER_LIMIT:,} characters and {TOKEN_LIMIT:,} tokens,
or as many as the model has positions for: tiny has 64, toy no such limit.
"""

_SHOW = f"""\
attn-tui show: print one step of the walk and leave.

usage: attn-tui show STEP [TEXT] [options]
       attn-tui show cost [options]

STEP is one of tokenize, embed, position, project, score, scale, mask, softmax,
sum, heads. Without TEXT it is read from a pipe. In a matrix, rows are queries
and columns are keys. Layers, heads, rows and columns are counted from 0.

show cost measures time and extra memory of three ways to compute attention, for
growing texts, on this machine; with --backend torch of its fused kernel, too.
It takes no TEXT and about ten seconds.

What to print (in brackets: what is taken if you do not say):
  --layer N            the layer (0)
  --head N|all         the head, or all of them (0)
  --matrix NAME        only this matrix of the step; for csv and --cell the one
                       meant instead of the step's result
  --cell ROW,COLUMN    the arithmetic of one cell; both are a word or a number,
                       as in bank,river or 1,0
  --near WORD          embed only, without TEXT: the words nearest to it in the
                       model's input table, with their cosines
  --analogy A-B+C      the same for a sum of words; the words named are left out

How to print it:
  --format F           text: tables to read; json: all digits, a stable schema;
                       csv: one matrix; npz: arrays for NumPy (text, or what
                       the suffix of FILE tells)
  --output FILE        write to FILE, whole or not at all: .txt, .json, .csv or
                       .npz; a file that is there is kept
  --force              write over it
  --plain              read it out in sentences, a line for each row, for screen
                       readers and braille displays
  --ascii              write text with ASCII alone: ' for transposed, V for a
                       root, @ for infinity, ~ for what was cut off, ? for
                       other letters

{_COMMON}
  --help               print this

examples:
  attn-tui show score "Money bank grows"
  attn-tui show score "Money bank grows" --cell bank,money
  attn-tui show project "Money bank grows" --matrix k --head all
  attn-tui show embed --analogy king-man+woman --model minilm
  echo "River bank flows" | attn-tui show softmax --layer 1 --format json
  attn-tui show heads "River bank flows" --output heads.npz
"""

_EXPORT = f"""\
attn-tui export: take the walk away, as a file that stands by itself.

usage: attn-tui export [TEXT] --output FILE [options]

The suffix of FILE tells the format. Without TEXT it is read from a pipe.
  .html   all ten steps as a page to hand out; it opens offline
  .py     a Python script that computes the walk again and checks it
  .npz    every matrix of every step, for NumPy
  .json   the same, as JSON with a stable schema
  .txt    the same, as tables to read
  .svg    a picture of the screen at one step
  .csv    the matrix of one step, for a spreadsheet

What to write (in brackets: what is taken if you do not say):
  --output FILE        the file; a file that is there is kept
  --force              write over it
  --format F           html, py, npz, json, text, svg or csv, whatever the
                       suffix; without --output it is printed
  --step STEP          one of the ten steps; svg and csv need it, npz, json and
                       txt then hold that step alone
  --layer N            the layer (0)
  --head N|all         the head (0; of npz and json all)
  --row WORD           the word that sentences and plots are about, as it is
                       written or by its number (0)
  --width N, --height N
                       the columns and lines of the picture (120, 36)

{_COMMON}
  --help               print this

examples:
  attn-tui export "River bank flows" --output walk.html
  attn-tui export "River bank flows" --step softmax --output softmax.svg
  attn-tui export "River bank flows" --layer 1 --output walk.py
  echo "River bank flows" | attn-tui export --step score --format csv
"""

_LEARN = f"""\
attn-tui learn: take a lesson of the course, or one of your own.

usage: attn-tui learn            go on where you were, or begin the course
       attn-tui learn LESSON     a lesson of the course by name or number, as in
                                 embed or 3
       attn-tui learn FILE.md    a lesson in a file; it is checked first
       attn-tui learn LESSON --plain
                                 the lesson as lines of text

A lesson goes on at the step that you had reached. What you have done is kept at
each step, so that a lost connection loses nothing.

  --plain              questions and answers as lines of text, for screen
                       readers, braille displays and pipes: it needs no
                       terminal, and keeps the same progress

{_SCREEN}
  --help               print this

attn-tui lessons lists the course.
"""

_LESSONS = """\
attn-tui lessons: what there is to learn, and how far you are.

usage: attn-tui lessons                list the course, with what you have done
       attn-tui lessons check [FILE]   say what is wrong in a lesson file, each
                                       fault at its FILE:LINE; of several files
                                       too; without any, of the whole course
       attn-tui lessons reset LESSON   forget what you have done of a lesson, of
                                       the course or in a file of your own

check exits with 0 if nothing is wrong and with 1 if anything is. Code in a file
that is checked is run, in a process with little time, memory and rights.

  --reset LESSON       the same as reset LESSON
  --help               print this

examples:
  attn-tui lessons check my-lesson.md
  attn-tui lessons reset context
"""

_DOCTOR = """\
attn-tui doctor: say what works here and how to fix the rest.

usage: attn-tui doctor             look at everything
       attn-tui doctor --keys      show what your terminal sends for each key
       attn-tui doctor --config    print a config file to begin with

It looks at the terminal (size, colours, Unicode, tmux), at Python, at torch, at
the devices there are, with their memory and the dtypes they compute in, and at
your config file, each mistake in it at its line.

  --keys               press keys and see the bytes, the name of the key, and
                       what it does in the walk; q twice ends it
  --config             every setting and every command with its keys, as
                       comments; take away the # of those that you change
  --help               print this

example:
  attn-tui doctor --config > config.toml    its first lines say where to put it
"""

_SERVE = """\
attn-tui serve: the app in a browser, for yourself or for a class.

usage: attn-tui serve [options]                the home screen
       attn-tui serve "Money bank grows"       the walk on a sentence
       attn-tui serve learn [LESSON|FILE]      a lesson
       attn-tui serve --file BOOK.txt          a text from a file

Each visitor has an app of their own, and a progress file of their own that a
cookie of their browser leads back to. Visitors read and write no other file
here, have no model downloaded, and run no code. Ctrl+C ends it for all.

Where and for whom (in brackets: what is taken if you do not say):
  --host H             the address to listen on; 0.0.0.0 is all of them. Other
                       than a loopback address lets others in (127.0.0.1)
  --port N             0 takes any that is free (8000)
  --visitors N         so many at once; each takes about 100 MB (40)
  --name NAME          one more name that visitors reach this machine by, as
                       behind a proxy; may be given again
  --run-code           run the code that visitors write for the tasks that ask
                       for some. They can do with it all that you can do here

All other options are those of attn-tui, for the app of every visitor.

  --help               print this

examples:
  attn-tui serve
  attn-tui serve --host 0.0.0.0 --port 8080 --visitors 60 learn context
  ssh -L 8000:127.0.0.1:8000 machine attn-tui serve
"""

HELP = {
    "": _MAIN,
    "learn": _LEARN,
    "lessons": _LESSONS,
    "show": _SHOW,
    "export": _EXPORT,
    "serve": _SERVE,
    "doctor": _DOCTOR,
    "help": _MAIN,
}
"""The help of each command, "" being attn-tui itself."""
