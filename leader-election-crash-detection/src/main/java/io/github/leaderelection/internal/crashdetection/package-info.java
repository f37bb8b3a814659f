/**
 * Whether the process of another member has ended for certain: every process listens, and
 * what refuses at its address once it was connected there has ended. Internal: it may
 * change in any release.
 */
@NullMarked
package io.github.leaderelection.internal.crashdetection;

import org.jspecify.annotations.NullMarked;
