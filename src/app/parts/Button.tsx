import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { cx } from './cx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button on a screen at most. */
  readonly variant?: 'quiet' | 'outline' | 'primary' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: LucideIcon | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

export function Button({
  variant = 'quiet',
  size = 'medium',
  icon: Icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button type="button" className={cx(styles.button, styles[variant], styles[size], className)} {...rest}>
      {Icon && <Icon className={styles.icon} aria-hidden />}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </button>
  );
}
