/**
 * How values of protocols are written and read again: a shape for each type, found by its
 * records, enumerations and sealed families. Knows no protocol and no medium.
 */
@NullMarked
package io.github.leaderelection.internal.shape;

import org.jspecify.annotations.NullMarked;
