/** The number of each token in its sentence, counted from 1; 0 for padding. */

import { answeredIds as scene } from "../draw/scenes/masks/compared_ids.js";
import { valueAt } from "../draw/tensor_view.js";
import { numberText } from "../words/number_text.js";
import { leaf, result, sign, type Writer, whole } from "./arithmetic.js";
import {
  type Asker,
  cellText,
  focusOnCell,
  inputOf,
  numberQuestion,
  paddingOf,
  writtenOf,
} from "./asking.js";
import { cases, cell, EQUALS, mn, mo, mrow, name, PLUS } from "./mathml.js";
import { b, index } from "./notation.js";
import type { Operation } from "./operation.js";

const positionNumber: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  // Not the first position: counted from 0 it would be 0, which is also the number of padding.
  const place = pick.one(writtenOf(trace, ids).filter(([, position]) => position > 0));
  if (!place) return undefined;
  const id = valueAt(ids, place);
  return numberQuestion(
    "position_number",
    valueAt(step, place),
    [
      [place[1], "counted_from_one"],
      [id, "not_the_id"],
    ],
    {
      facts: { ids: cellText(ids.name, place), id: String(id), cell: cellText(step.name, place) },
      ...focusOnCell(trace, step, place),
    },
  );
};

const paddingPosition: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  const place = pick.one(paddingOf(trace, ids));
  if (!place) return undefined;
  return numberQuestion(
    "padding_position",
    valueAt(step, place),
    [
      [place[1] + 1, "padding_not_counted"],
      [place[1], "padding_not_counted"],
      [trace.spec.padId, "not_the_id"],
    ],
    {
      facts: { ids: cellText(ids.name, place), cell: cellText(step.name, place) },
      ...focusOnCell(trace, step, place),
    },
  );
};

const arithmetic: Writer = (e, piece) => {
  const [id] = e.terms;
  if (!id) return [];
  const padId = leaf(e, "padId");
  const isPadding = id.value === padId;
  return [
    result([piece(id), sign(` ${isPadding ? "==" : "≠"} ${numberText(padId)} →`)], whole(e), {
      key: isPadding ? "uncounted" : "counted",
    }),
  ];
};

export const positionIds: Operation = {
  ms: 4200,
  scene,
  arithmetic,
  formula({ name: id, inputs: [ids = "ids"], axes }) {
    const t = index(axes, 1);
    const token = cell(name(ids), b, t);
    return mrow(
      cell(name(id), b, t),
      EQUALS,
      cases(
        [mn(0), mrow(token, EQUALS, name("pad_id"))],
        [mrow(t, PLUS, mn(1)), mrow(token, mo("≠"), name("pad_id"))],
      ),
    );
  },
  questions: [positionNumber, paddingPosition],
};
