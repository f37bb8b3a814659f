/**
 * A small value of a group that outlives its leaders.
 */
@NullMarked
package io.github.leaderelection.metadata;

import org.jspecify.annotations.NullMarked;
