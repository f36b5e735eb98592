// Runs a program of a package for the scripts of package.json, after it has installed all packages if necessary.
import { installAll } from './packages.mjs'
import { inRoot, run } from './project.mjs'

const [program, ...args] = process.argv.slice(2)
installAll()
run(process.execPath, [inRoot('node_modules', program), ...args])
