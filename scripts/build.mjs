// `npm run build`: builds client and server unconditionally.
import { rebuild } from './project.mjs'

rebuild()
