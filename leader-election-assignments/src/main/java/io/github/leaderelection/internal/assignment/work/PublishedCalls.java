package io.github.leaderelection.internal.assignment.work;

import java.util.List;
import java.util.function.Supplier;

import io.github.leaderelection.internal.assignment.runtime.Ownership;
import org.reactivestreams.Publisher;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.util.concurrent.Queues;

/**
 * The calls of one method at each subscription to its result. Loaded only with Reactor.
 */
final class PublishedCalls {

	private PublishedCalls() {
	}

	/** A Mono completes empty, for there may be any number of partitions. */
	static Object publisher(PartitionedMethod method, Supplier<List<Ownership>> owned, PartitionCall call) {
		Flux<Object> all = Flux.defer(() -> Flux.fromIterable(owned.get()))
			.flatMapDelayError((each) -> one(each, call), method.concurrency(), Queues.XS_BUFFER_SIZE)
			.onErrorMap(Exceptions::isMultiple,
					(ex) -> PartitionCalls.first(Exceptions.unwrapMultipleExcludingTracebacks(ex)));
		return (method.result() == PartitionedMethod.Result.MONO) ? all.then() : all;
	}

	private static Flux<Object> one(Ownership ownership, PartitionCall call) {
		return Flux.defer(() -> {
			if (!ownership.enter()) {
				return Flux.empty();
			}
			Flux<Object> result;
			try {
				Object returned = call.call(ownership);
				result = (returned instanceof Publisher<?> publisher) ? Flux.<Object>from(publisher) : Flux.empty();
			}
			catch (Throwable ex) {
				result = Flux.error(ex);
			}
			return result.doFinally((signal) -> ownership.leave());
		});
	}

}
