/**
 * One step: the state so far, and the rules that change what no role has alone.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.step;

import org.jspecify.annotations.NullMarked;
