/** Hands the table what explains why a piece does not move; fetched after the page, or when somebody asks. */
import { stuckReason } from "../board/stuck.ts";
import { learnReasons } from "./speech.ts";

learnReasons(stuckReason);
