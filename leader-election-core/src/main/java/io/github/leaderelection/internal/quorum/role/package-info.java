/**
 * What followers, candidates and leaders do.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.role;

import org.jspecify.annotations.NullMarked;
