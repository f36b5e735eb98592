import { AttachmentList } from '#client/ui/attachment-list.tsx'
import { AttachButton, ChosenFiles } from '#client/ui/file-picker.tsx'
import { Case, Section } from './section.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="seagreen"/></svg>')}`
const nothing = () => undefined

/** Selected files and attachments. */
export function Files() {
  return (
    <Section title="Files">
      <Case title="AttachmentList">
        <AttachmentList
          label="Attachments"
          files={[
            { id: '1', name: 'front.png', size: '1.5 MB', url: picture, isImage: true },
            { id: '2', name: 'a-document-whose-name-goes-on-and-on.pdf', size: '20 KB', url: picture, isImage: false },
          ]}
        />
      </Case>
      <Case title="AttachButton, ChosenFiles">
        <ChosenFiles
          files={[
            { key: '1', name: 'front.png', note: '1.5 MB' },
            { key: '2', name: 'a-picture-whose-name-goes-on-and-on.png', note: 'Not uploaded', isBad: true },
          ]}
          onRemove={nothing}
        />
        <div className="row">
          <AttachButton label="Files" accept="image/png" onFiles={nothing} />
          <AttachButton label="Files" accept="image/png" size="small" onFiles={nothing} />
          <AttachButton label="Files" accept="image/png" disabledReason="There are ten files" onFiles={nothing} />
        </div>
      </Case>
    </Section>
  )
}
