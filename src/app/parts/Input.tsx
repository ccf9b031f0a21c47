import { ChevronsUpDown, type LucideIcon, Search } from 'lucide-react';
import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { cx } from './cx';
import styles from './Input.module.css';

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly mono?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Input({ mono, className, ...rest }: InputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={!mono}
      className={cx(styles.input, mono && styles.mono, className)}
      {...rest}
    />
  );
}

interface AreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly mono?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text, up to a limit. */
export function TextArea({ mono, className, ...rest }: AreaProps) {
  return (
    <textarea
      spellCheck={!mono}
      className={cx(styles.input, styles.area, mono && styles.mono, className)}
      {...rest}
    />
  );
}

export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={cx(styles.select, className)}>
      <select className={styles.input} {...rest}>
        {children}
      </select>
      <ChevronsUpDown className={styles.chevron} aria-hidden />
    </span>
  );
}

interface SearchProps extends InputProps {
  readonly label: string;
  readonly icon?: LucideIcon;
}

export function SearchInput({ label, icon: Icon = Search, className, ...rest }: SearchProps) {
  return (
    <span className={cx(styles.search, className)}>
      <Icon className={styles.lens} aria-hidden />
      <Input type="search" aria-label={label} placeholder={label} {...rest} />
    </span>
  );
}

export function Checkbox({
  label,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { readonly label: string }) {
  return (
    <label className={cx(styles.check, className)}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
