import { Actions } from './actions.tsx'
import { Charts } from './charts.tsx'
import { Conversation } from './conversation.tsx'
import { Fields } from './fields.tsx'
import { Files } from './files.tsx'
import { Messages } from './messages.tsx'
import { Money } from './money.tsx'
import { Overlays } from './overlays.tsx'
import styles from './preview.module.css'
import { Searching } from './searching.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Every primitive of `src/ui` in every state, on one page: `/__ui` of the development server. */
export function PreviewPage() {
  return (
    <>
      <header className={`page ${styles.head}`}>
        <h1>Primitives</h1>
        <ThemeChoice />
      </header>
      <main className={`page ${styles.page}`}>
        <Actions />
        <Fields />
        <Searching />
        <Files />
        <Messages />
        <Conversation />
        <Money />
        <Charts />
        <Overlays />
      </main>
    </>
  )
}
