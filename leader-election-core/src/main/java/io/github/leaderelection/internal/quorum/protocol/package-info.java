/**
 * The entry: events in, effects out.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.protocol;

import org.jspecify.annotations.NullMarked;
