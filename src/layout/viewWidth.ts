/**
 * How wide a layout may grow before it wraps into rows. One number, not the window's width, so that tidying on
 * another screen moves nothing: an executor and one card side by side, which a 1440 wide window shows at 100 %.
 */
export const VIEW_WIDTH = 900;
