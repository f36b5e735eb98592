import * as RadixTabs from '@radix-ui/react-tabs'
import { type ReactNode, useRef } from 'react'
import { useCentred } from '#client/lib/use-centred.ts'
import styles from './tabs.module.css'

type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  label: string
  tabs: { value: string; label: ReactNode; content: ReactNode }[]
}

export function Tabs({ value, onValueChange, label, tabs }: TabsProps) {
  const listRef = useRef<HTMLDivElement>(null)

  useCentred(listRef, '[data-state="active"]', value)

  const tabList = (
    <RadixTabs.List ref={listRef} className={`row stretch gap-4 positioned ${styles.list}`} aria-label={label}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          className={`rigid muted strong nowrap hover-ink ${styles.tab}`}
        >
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  )
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange}>
      {tabList}
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pad-top-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
