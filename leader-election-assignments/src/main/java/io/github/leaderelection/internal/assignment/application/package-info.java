/**
 * What applications see of their partitions: listeners, and work that is admitted.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.application;

import org.jspecify.annotations.NullMarked;
