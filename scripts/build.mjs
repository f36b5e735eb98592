// `npm run build`: builds both sides, whatever was built before.
import { rebuild } from './project.mjs'

rebuild()
