package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state of a nomination anew so that situations that are alike are equal: the
 * clock reads 0, what is long ago is equally long ago, and readings count from 1. One use
 * each.
 */
final class NomineePass {

	/** What is in these packages belongs to no nomination. */
	private static final Set<String> SHARED = Set.of(NodeId.class.getPackageName(), Envelope.class.getPackageName(),
			QuorumState.class.getPackageName());

	private final long elapsed;

	private final boolean allOver;

	private final long most;

	private Key key;

	private final Map<Long, Long> requests = new LinkedHashMap<>();

	private boolean renames;

	private boolean beyond;

	/**
	 * Prepares the writing.
	 * @param elapsed by how much the clock moved since it read 0
	 * @param allOver whether all that is awaited is over now
	 * @param most the highest number of a counter
	 * @param key gets what tells the state apart
	 */
	NomineePass(long elapsed, boolean allOver, long most, Key key) {
		this.key = key;
		this.elapsed = elapsed;
		this.allOver = allOver;
		this.most = most;
	}

	/** Whether a counter is too high. */
	boolean isBeyond() {
		return this.beyond;
	}

	/** The readings that still mean something, under their new names. */
	List<Long> reads(List<Long> before) {
		List<Long> left = this.renames
				? before.stream().filter(this.requests::containsKey).map(this.requests::get).sorted().toList()
				: before.stream().sorted().toList();
		left.forEach(this.key::add);
		return left;
	}

	/** Which timers are set. */
	int set(int before) {
		this.key.add(before);
		return before;
	}

	Object part(Object value) {
		if (value instanceof List<?> list) {
			this.key.add(list.size());
			return list.stream().map(this::part).toList();
		}
		if (!isOwn(value.getClass())) {
			this.key.addFact(value);
			return value;
		}
		Form form = Form.of(value.getClass());
		@Nullable Object[] values = form.read(value);
		for (int i = 0; i < values.length; i++) {
			Object component = values[i];
			if (component != null) {
				values[i] = written(form.trait(i), component);
			}
			else {
				this.key.add(Scale.NONE + 1);
			}
		}
		for (int i = 0; i < values.length; i++) {
			if (form.trait(i) == Trait.REQUESTS) {
				this.renames = true;
				values[i] = (long) this.requests.size();
				this.key.add(this.requests.size());
			}
		}
		return form.make(values);
	}

	private static boolean isOwn(Class<?> type) {
		return Traits.isPart(type, type.getPackageName()) && !SHARED.contains(type.getPackageName());
	}

	private @Nullable Object written(Trait trait, Object value) {
		return switch (trait) {
			case BELOW -> below();
			case REQUESTS -> value;
			case PART -> part(value);
			case FACT -> fact(value);
			case INSTANT -> fact((value instanceof long[] several) ? Arrays.stream(several).map(this::instant).toArray()
					: (Object) instant((Long) value));
			case COUNTER -> fact(counter((Number) value));
			case REQUEST -> fact(request((Long) value));
			case IGNORED -> 0L;
			case SET -> set((List<?>) value);
		};
	}

	/** In an order that follows from what is in it. */
	private List<Object> set(List<?> elements) {
		TreeMap<Key, Object> sorted = new TreeMap<>();
		Key outer = this.key;
		for (Object element : elements) {
			this.key = new Key(outer.facts());
			Object written = part(element);
			sorted.put(this.key, written);
		}
		this.key = outer;
		this.key.add(sorted.size());
		sorted.keySet().forEach(this.key::addAll);
		return List.copyOf(sorted.values());
	}

	private @Nullable Object below() {
		this.key.add(Scale.NONE + 1);
		return null;
	}

	private Object fact(Object value) {
		this.key.addFact(value);
		return value;
	}

	/** How far ahead does not matter: whatever ends ends at any time. */
	private long instant(long value) {
		if (value == Scale.NONE) {
			return value;
		}
		if (value > 0) {
			return (this.elapsed > 0 || this.allOver) ? 0 : Scale.SOME_TIME;
		}
		return (this.elapsed > 0) ? Scale.FORGOTTEN : Math.max(Scale.FORGOTTEN, value);
	}

	private Number counter(Number value) {
		this.beyond |= value.longValue() > this.most;
		return value;
	}

	private long request(long name) {
		return (name == 0) ? 0 : this.requests.computeIfAbsent(name, (added) -> this.requests.size() + 1L);
	}

}
