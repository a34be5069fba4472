/** Registers <heads-up-own-words>. */
import { registerElement } from "../common/register.js";
import { OwnWordsElement } from "./own_words_element.js";

registerElement("heads-up-own-words", OwnWordsElement);
