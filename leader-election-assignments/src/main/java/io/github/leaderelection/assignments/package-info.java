/**
 * Partitions that are spread over the instances of an application, each with one owner.
 */
@NullMarked
package io.github.leaderelection.assignments;

import org.jspecify.annotations.NullMarked;
