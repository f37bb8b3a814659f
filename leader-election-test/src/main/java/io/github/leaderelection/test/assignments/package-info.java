/**
 * Assignments whose partitions a test gives and takes. Needs the assignments of this
 * library on the class path.
 */
@NullMarked
package io.github.leaderelection.test.assignments;

import org.jspecify.annotations.NullMarked;
