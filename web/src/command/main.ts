#!/usr/bin/env node
/** Entry point of the command-line program, described in docs/command-line.md. */
import { command } from "./command.js";

process.exitCode = await command(process.argv.slice(2));
