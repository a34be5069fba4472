/** The text of --help. */
import { TASKS } from "../module/training/types.js";
import type { LessonName } from "../module/types.js";

const lessons: Readonly<Record<LessonName, string>> = {
  "multi-head": "d_model 512, 8 heads, ten sentences",
  "masked-multi-head": "d_model 8, 2 heads, padding and causal mask",
  "encoder-decoder": "queries from a target",
  "masked-self-attention": "one head, causal mask with -inf",
  "transformer-block": "positions, attention, feed-forward layer",
};

export const HELP = `Attention with every intermediate number.

  heads-up-attention run SPEC [options]     run a lesson, show its tensors
  heads-up-attention run FILE.py [--json]   run a program, or a notebook (.ipynb)
  heads-up-attention torch SPEC [options]   print it as a PyTorch script
  heads-up-attention train SPEC [options]   train a small decoder, print its losses
  heads-up-attention check FILE...          say what is wrong with lesson files
  heads-up-attention pack FILE... --into heads-up.html --out FILE
                        a copy of the page, or of course.zip, with these lessons in it

SPEC is a JSON file, - for standard input, or the name of a lesson:
${Object.entries(lessons)
  .map(([name, what]) => `  ${name.padEnd(23)}${what}`)
  .join("\n")}

SPEC of train is a JSON file, -, or a task:
  ${TASKS.join(", ")}

Options of run, torch and train:
  --seed N              instead of the spec's seed; --seed=-1 if it is negative
  -o, --out FILE        write there, not to standard output

Options of torch:
      --class           the lesson as nn.Module classes and their call, not step by step

Options of train:
      --tied-head       the head multiplies by the embedding's weights
      --dropout P       leave out this share in training steps, not the spec's
  -n, --steps N         200 unless given
      --every N         print every Nth loss, 10 unless given, and the first and last
  -w, --weights FILE    write the trained weights there, as safetensors, whose first
                        block run transformer-block --weights FILE shows
      --torch           print the same training as a PyTorch script instead

Options of run:
  -w, --weights FILE    a .safetensors, .npz or JSON file instead of drawn weights,
                        or the word designed: weights written by hand
  -s, --step NAME       only this step, with its numbers; may be repeated
  -f, --format FORMAT   table (default), json or npz; --out FILE.npz says it too
  -e, --explain NAME INDEX   where one number came from: --explain output 0,3,5
      --depth N         follow its terms N levels down, 1 (default) to 9

Options of run FILE.py:
      --json            { stdout, variables, error, steps }, not what it prints
  -o, --out FILE        write there, not to standard output

Options of pack, for a course:
      --completion WHAT what completes a lesson: walked, every step played, or answered,
                        every question answered; FILE... may be left out
      --mastery-score X the share of right answers that passes, 0 to 1

Option of check and pack:
      --lang LANGUAGE   of titles, and of what is wrong with lesson files and their
                        names: en (default) or ko

  -h, --help    -v, --version

Exit code: 0 done, 1 input refused, 2 command line not understood.
Example: heads-up-attention run masked-multi-head --step scores --step attention
`;
