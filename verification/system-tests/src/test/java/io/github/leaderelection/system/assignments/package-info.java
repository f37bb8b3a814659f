/**
 * Faults on real processes that share partitions, and the judgement of what each of them
 * owned and wrote meanwhile.
 */
@NullMarked
package io.github.leaderelection.system.assignments;

import org.jspecify.annotations.NullMarked;
