import { Tabs as RadixTabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  /** The accessible name of the tab list. */
  label: string
  tabs: { value: string; label: ReactNode; content: ReactNode }[]
}

/** Tabs; only the content of the selected tab is mounted. */
export function Tabs({ value, onValueChange, label, tabs }: TabsProps) {
  const listRef = useRef<HTMLDivElement>(null)

  // Scrolls to the selected tab in a row that is wider than the screen, without scrolling the page.
  useEffect(() => {
    const list = listRef.current
    const tab = list?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [value])

  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange}>
      <RadixTabs.List ref={listRef} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={styles.content}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
