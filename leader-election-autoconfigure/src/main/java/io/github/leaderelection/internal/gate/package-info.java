/**
 * The gate decides whether leader-only work may begin on this node, and under which
 * leadership. Methods and forwarded requests ask it.
 */
@NullMarked
package io.github.leaderelection.internal.gate;

import org.jspecify.annotations.NullMarked;
