import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { cx } from './cx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
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

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly keys?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon: Icon, label, keys, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      data-keys={keys}
      className={cx(styles.iconButtonButton, className)}
      {...rest}
    >
      <Icon className={styles.icon} aria-hidden />
    </button>
  );
}
