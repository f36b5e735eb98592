import { Tabs as RadixTabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  /** The accessible name of the tab list. */
  label: string
  tabs: { value: string; label: ReactNode; content: ReactNode }[]
  /** Places the tab list in a bar with other controls; without it the list is a row of its own. */
  bar?: (list: ReactNode) => ReactNode
  /** The class of the content below a bar. */
  contentClass?: string | undefined
}

/** Tabs; only the content of the selected tab is mounted. */
export function Tabs({ value, onValueChange, label, tabs, bar, contentClass }: TabsProps) {
  const listRef = useRef<HTMLDivElement>(null)

  // Scrolls to the selected tab in a row that is wider than the screen, without scrolling the page; again when a label
  // grows, as with a count that arrives later.
  useEffect(() => {
    const list = listRef.current
    const tab = list?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (!list || !tab) return
    const center = () => {
      list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
    }
    center()
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(center)
    for (const each of list.children) observer.observe(each)
    return () => observer.disconnect()
  }, [value])

  const tabList = (
    <RadixTabs.List ref={listRef} className={classNames(styles.list, bar && styles.inBar)} aria-label={label}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          data-tab={tab.value}
          className={`rigid muted strong nowrap ${styles.tab}`}
        >
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  )
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange}>
      {bar ? bar(tabList) : tabList}
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={bar ? contentClass : 'pad-top-5'}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
