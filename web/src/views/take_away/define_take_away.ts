/** Registers <heads-up-take-away-menu>. */
import { registerElements } from "../common/register.js";
import { TakeAwayMenuElement } from "./take_away_menu_element.js";

registerElements([["heads-up-take-away-menu", TakeAwayMenuElement]]);
