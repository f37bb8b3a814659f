/**
 * Methods that are called once for each owned partition.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.work;

import org.jspecify.annotations.NullMarked;
