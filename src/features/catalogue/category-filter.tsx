import { type BrandCategory, brandCategories } from '#shared/brands.ts'
import styles from './category-filter.module.css'

type CategoryFilterProps = { value: BrandCategory | undefined; onChange: (category: BrandCategory | undefined) => void }

/** One button for all categories and one for each. */
export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Category</legend>
      {[undefined, ...brandCategories].map((category) => (
        <button
          key={category ?? 'all'}
          type="button"
          className={styles.choice}
          aria-pressed={category === value}
          onClick={() => onChange(category)}
        >
          {category ?? 'All Categories'}
        </button>
      ))}
    </fieldset>
  )
}
