package io.github.leaderelection.internal.assignment.work;

import io.github.leaderelection.internal.assignment.runtime.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method with a partition.
 */
@FunctionalInterface
interface PartitionCall {

	@Nullable Object call(Ownership ownership) throws Throwable;

}
