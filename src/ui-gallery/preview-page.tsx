import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Actions } from './actions.tsx'
import { Charts } from './charts.tsx'
import { Conversation, Files } from './conversation.tsx'
import { Fields, Searching } from './fields.tsx'
import { Lists } from './lists.tsx'
import { Messages } from './messages.tsx'
import { Money } from './money.tsx'
import { Overlays } from './overlays.tsx'
import styles from './preview.module.css'

/** Every primitive of `src/ui` in every state, on one page: `/ui-gallery/` of the development server. */
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
        <Lists />
        <Overlays />
      </main>
    </>
  )
}

const themes = ['light', 'dark', 'system'] as const

/** Selects the theme of the page, initially the system's. */
function ThemeChoice() {
  const [chosen, setChosen] = useState<(typeof themes)[number]>('system')

  // The theme is an attribute of the root element, which is outside React.
  useEffect(() => {
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  }, [chosen])

  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }} className="cluster">
      <legend className="visually-hidden">Theme</legend>
      {themes.map((theme) => (
        <Button
          key={theme}
          size="small"
          variant={theme === chosen ? 'primary' : 'secondary'}
          aria-pressed={theme === chosen}
          onClick={() => setChosen(theme)}
        >
          {theme}
        </Button>
      ))}
    </fieldset>
  )
}
