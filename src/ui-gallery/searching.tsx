import { useState } from 'react'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Case, Section } from './section.tsx'

const choices = [
  { value: 'all', name: 'All' },
  { value: 'open', name: 'Open' },
  { value: 'closed', name: 'Closed' },
] as const

/** Search boxes and filters of staff lists. */
export function Searching() {
  const [chosen, setChosen] = useState<(typeof choices)[number]['value']>('all')
  return (
    <Section title="Searching">
      <Case title="Search box, empty">
        <SearchBox
          label="Search an empty box"
          placeholder="Search by name..."
          committed=""
          onCommit={() => undefined}
        />
      </Case>
      <Case title="Search box with text">
        <SearchBox label="Search a filled box" placeholder="Search..." committed="dana" onCommit={() => undefined} />
      </Case>
      <Case title="Choice buttons">
        <ChoiceButtons label="Filter" choices={choices} chosen={chosen} onChoose={setChosen} />
      </Case>
      <Case title="Scroll region">
        <ScrollRegion aria-label="Example of a scroll region" style={{ overflowX: 'auto' }}>
          <p style={{ whiteSpace: 'nowrap', maxWidth: 'none' }}>
            A row of a table that is wider than a phone scrolls sideways, by touch and with the arrow keys.
          </p>
        </ScrollRegion>
      </Case>
    </Section>
  )
}
