package io.github.leaderelection.simulator.explorer.canonical;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers for values: equal ones get the same. Safe for use from any thread.
 */
public final class FactNumbers {

	private final Map<Object, Integer> numbers = new ConcurrentHashMap<>();

	private final AtomicInteger next = new AtomicInteger();

	/**
	 * The number of a value.
	 * @param value the value, which compares by its content
	 */
	public int number(Object value) {
		Integer known = this.numbers.get(value);
		return (known != null) ? known : this.numbers.computeIfAbsent(value, (added) -> this.next.getAndIncrement());
	}

}
