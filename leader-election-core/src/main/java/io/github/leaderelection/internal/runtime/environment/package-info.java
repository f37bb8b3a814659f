/**
 * What whoever drives the runtime gives to it: clocks, executors, the parts of each
 * group. Beside it what every room needs of them: logs that do not repeat themselves, and
 * failures that are contained.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.environment;

import org.jspecify.annotations.NullMarked;
