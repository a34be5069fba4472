/** The search: what beginners type, and the answer that they should find. */

import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { type Findable, findables } from "../../web/src/lessons/confusions/findable.js";
import { indexOf, type SearchIndex, search } from "../../web/src/lessons/confusions/search.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { HeadsUp } from "../../web/src/module/heads_up.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import type { WholeWords } from "../../web/src/words/words.js";
import { locales } from "./locales.js";

const hu = (await load()) as unknown as HeadsUp;
const traces = new Map<LessonName, Trace>(lessonNames.map((name) => [name, hu.run(openingSpec(name))]));
const traceOf = (name: LessonName): Trace => traces.get(name) as Trace;

/** As the build writes them: with the language before plural forms. */
const wordsIn = (language: string): WholeWords =>
  JSON.parse(
    JSON.stringify(new Map(locales).get(language)).replace(/\{\w+\|/g, (begin) => `${begin}${language}|`),
  );

const indexes = new Map<string, SearchIndex<Findable>>();
function indexIn(lesson: LessonName, language: string): SearchIndex<Findable> {
  const key = `${lesson} ${language}`;
  const words = wordsIn(language);
  const stepsOf = (name: LessonName) => lessonNamed(name).steps(traceOf(name));
  const index =
    indexes.get(key) ?? indexOf(findables(traceOf(lesson), stepsOf, words), words.confusions.search);
  indexes.set(key, index);
  return index;
}

const found = (language: string, query: string, lesson: LessonName = "masked-multi-head"): Findable[] =>
  search(indexIn(lesson, language), query);

/** The query, and the answers of which the first hit must be one. */
type Case = readonly [query: string, ...answers: string[]];

const KOREAN: readonly Case[] = [
  ["쿼리가 뭐야", "query"],
  ["왜 루트", "root"],
  ["키와 값의 차이", "key_value"],
  ["키가 뭔가요", "key"],
  ["값이 뭐야?", "value"],
  ["헤드가 뭐예요", "head"],
  ["헤드는 왜 여러 개야", "several_heads"],
  ["마스크는 뭘 하는 거야", "mask"],
  ["소프트맥스 왜 써", "softmax"],
  ["d_model이 뭐임", "d_model"],
  ["임베딩이란", "embedding"],
  ["W_O는 왜 있어", "w_o"],
  ["transpose 왜 해", "transpose"],
  ["view가 하는 일", "view"],
  ["배치가 뭐야", "batch"],
  ["왜 제곱근으로 나눠", "root"],
  ["왜 √d_k로 나누나요", "root"],
  ["d_k는 뭐야", "d_k"],
  ["토큰이 뭔데", "token"],
  ["패딩이 뭐야", "padding"],
  ["왜 미래를 가려", "causal"],
  ["뒤의 토큰을 왜 못 보게 하나요", "causal"],
  ["셀프 어텐션이 뭐야", "self_attention"],
  ["크로스 어텐션", "cross_attention"],
  ["어텐션이 뭐야", "attention"],
  ["위치 인코딩 왜 더해요", "position"],
  ["왜 사인 코사인", "sine"],
  ["잔차 연결은 왜 해", "residual"],
  ["layer norm 왜 하나요", "norm"],
  ["KV 캐시가 뭐예요", "cache"],
  ["편향은 왜 더해", "bias"],
  ["왜 −∞로 채워", "infinity"],
  ["contiguous 왜 필요해", "contiguous"],
  ["unsqueeze(1) 왜", "unsqueeze"],
  ["가중치는 누가 정해", "layer_weights"],
  ["내 숫자가 왜 달라", "other_numbers"],
  ["True가 보라는 뜻이야?", "true_or_false"],
  ["행이 왜 NaN", "full_row"],
  ["소프트맥스 dim", "softmax_dim"],
  ["드롭아웃 합이 1이 아님", "dropout"],
];

const ENGLISH: readonly Case[] = [
  ["what is a query", "query"],
  ["why divide by sqrt", "root"],
  ["why the root", "root"],
  ["difference of key and value", "key_value"],
  ["what is a key", "key"],
  ["what are values", "value"],
  ["what is a head", "head"],
  ["why several heads", "several_heads"],
  ["why multiple heads?", "several_heads"],
  ["what does the mask do", "mask"],
  ["why softmax", "softmax"],
  ["what is d_model", "d_model"],
  ["what is an embedding", "embedding"],
  ["what is W_O for", "w_o"],
  ["why transpose", "transpose"],
  ["what does view do", "view"],
  ["what is a batch", "batch"],
  ["what's a token", "token"],
  ["what is padding", "padding"],
  ["why hide the future", "causal"],
  ["what is self attention", "self_attention"],
  ["cross attention", "cross_attention"],
  ["encoder vs decoder", "encoder_decoder"],
  ["kv cache", "cache"],
  ["why sine and cosine", "sine"],
  ["what is the residual for", "residual"],
  ["why dot product", "score"],
  ["why three vectors", "three_vectors"],
  ["why transpose k", "transpose_k"],
  ["first row 1 0 0 bug", "first_row"],
  ["do heads share parameters", "head_parameters"],
  ["triu diagonal", "triu"],
  ["float mask added", "float_mask"],
  ["src_mask or key_padding_mask", "which_mask"],
  ["linear weight out in", "out_in"],
  ["True means ignore or attend", "true_or_false"],
  ["row is NaN", "full_row"],
  ["NaN gradients", "nan_gradient"],
  ["view or transpose", "view_or_transpose", "transpose"],
  ["batch_first", "batch_first"],
  ["fp16 -1e9", "half_fill"],
  ["loss near zero but garbage", "loss_zero"],
  ["softmax before cross entropy", "softmax_twice"],
  ["softmax twice", "softmax_twice"],
  ["shift the targets", "targets_shifted"],
  ["sqrt d_model or d_k", "sqrt_d_model"],
  ["repeat_interleave", "mask_repeat"],
  ["dropout sum not 1", "dropout"],
];

describe.each([
  ["ko", KOREAN],
  ["en", ENGLISH],
] as const)("in %s", (language, cases) => {
  test.each(cases)("“%s” finds %s", (query, ...answers) => {
    for (const lesson of lessonNames) {
      const hits = found(language, query, lesson);
      expect(answers, `${lesson}: ${hits.slice(0, 4).map(({ id }) => id)}`).toContain(hits[0]?.id);
    }
  });
});
