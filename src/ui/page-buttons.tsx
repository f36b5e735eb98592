import { Button } from './button.tsx'
import styles from './page-buttons.module.css'

type PageButtonsProps = {
  current: number
  /** The page numbers that get a button. */
  pages: number[]
  hasPrev: boolean
  hasNext: boolean
  onPage: (page: number) => void
}

/** Previous, Next and page number buttons. */
export function PageButtons({ current, pages, hasPrev, hasNext, onPage }: PageButtonsProps) {
  return (
    <nav aria-label="Pagination" className={styles.buttons}>
      <Button
        variant="secondary"
        size="small"
        disabledReason={hasPrev ? undefined : 'This is the first page'}
        onClick={() => onPage(current - 1)}
      >
        Previous
      </Button>
      {pages.map((page) => (
        <Button
          key={page}
          variant={page === current ? 'primary' : 'secondary'}
          size="small"
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </Button>
      ))}
      <Button
        variant="secondary"
        size="small"
        disabledReason={hasNext ? undefined : 'This is the last page'}
        onClick={() => onPage(current + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
