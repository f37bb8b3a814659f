/**
 * What is looked at beside the election, and said in the log once: no leader for long,
 * leadership that moves too often, what a protocol reports.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.watch;

import org.jspecify.annotations.NullMarked;
