/**
 * The start, and what terms are believed.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.start;

import org.jspecify.annotations.NullMarked;
