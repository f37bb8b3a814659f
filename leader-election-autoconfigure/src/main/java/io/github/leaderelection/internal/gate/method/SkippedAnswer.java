package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.CollectionFactory;

/**
 * The result of a skipped call: null, or the empty value of a type for which callers do
 * not expect null. Mutable values are created for each call.
 */
final class SkippedAnswer {

	private static final Supplier<@Nullable Object> NULL = () -> null;

	private SkippedAnswer() {
	}

	/**
	 * Supplies the results of skipped calls of a method.
	 * @throws UngatableMethodException if the type is primitive, and so has no such value
	 */
	static Supplier<@Nullable Object> of(Method method, Class<?> type) {
		if (type.isPrimitive() && type != void.class) {
			throw new UngatableMethodException(method,
					"returns " + type + ", which cannot express that a call was skipped on a follower",
					"Use @LeaderOnly(onFollower = THROW) or a fallbackMethod, or return a type that can be null or empty");
		}
		if (type.isArray()) {
			return () -> Array.newInstance(type.getComponentType(), 0);
		}
		if (type == void.class) {
			return NULL;
		}
		Supplier<@Nullable Object> empty = Empty.VALUES.get(type);
		return (empty != null) ? empty : container(type);
	}

	private static Supplier<@Nullable Object> container(Class<?> type) {
		Supplier<@Nullable Object> made = NULL;
		if (Collection.class.isAssignableFrom(type)) {
			made = () -> CollectionFactory.createCollection(type, 0);
		}
		else if (Map.class.isAssignableFrom(type)) {
			made = () -> CollectionFactory.createMap(type, 0);
		}
		return canMake(made) ? made : NULL;
	}

	private static boolean canMake(Supplier<@Nullable Object> made) {
		try {
			made.get();
			return true;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	/** Initialized only for methods with a result: most scheduled methods have none. */
	private static final class Empty {

		private static final Map<Class<?>, Supplier<@Nullable Object>> VALUES = new HashMap<>();
		static {
			VALUES.put(Optional.class, Optional::empty);
			VALUES.put(OptionalInt.class, OptionalInt::empty);
			VALUES.put(OptionalLong.class, OptionalLong::empty);
			VALUES.put(OptionalDouble.class, OptionalDouble::empty);
			VALUES.put(Stream.class, Stream::empty);
			VALUES.put(IntStream.class, IntStream::empty);
			VALUES.put(LongStream.class, LongStream::empty);
			VALUES.put(DoubleStream.class, DoubleStream::empty);
			VALUES.put(Iterator.class, Collections::emptyIterator);
			VALUES.put(Iterable.class, Collections::emptyList);
			VALUES.put(Queue.class, ArrayDeque::new);
			VALUES.put(Deque.class, ArrayDeque::new);
			VALUES.put(Future.class, () -> CompletableFuture.completedFuture(null));
			VALUES.put(CompletionStage.class, () -> CompletableFuture.completedFuture(null));
			VALUES.put(CompletableFuture.class, () -> CompletableFuture.completedFuture(null));
		}

	}

}
