package io.github.leaderelection.internal.keys;

import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * Where a key stands below {@code leader-election}, in whatever relaxed form it was
 * written: {@code leaderElection.leaseDuration} is the path of one element
 * {@code leaseduration}.
 *
 * @param elements the elements, in lower case and without dashes and underscores; a place
 * in a list is one too
 */
record KeyPath(List<String> elements) {

	/** Reads a name, null where it stands elsewhere. */
	static @Nullable KeyPath of(String name) {
		ConfigurationPropertyName adapted;
		try {
			adapted = ConfigurationPropertyName.adapt(name, '.');
		}
		catch (RuntimeException ex) {
			// Spring Boot reads no such name either.
			return null;
		}
		List<String> elements = IntStream.range(0, adapted.getNumberOfElements())
			.mapToObj((index) -> adapted.getElement(index, Form.UNIFORM))
			.toList();
		return (!elements.isEmpty() && elements.get(0).equals(KnownKey.UNIFORM_ROOT))
				? new KeyPath(elements.subList(1, elements.size())) : null;
	}

	int size() {
		return this.elements.size();
	}

	/** The first elements as a known key has them. */
	String first(int size) {
		return String.join(".", this.elements.subList(0, size));
	}

	List<String> after(int size) {
		return this.elements.subList(size, size());
	}

	/** All elements but places in lists, without what separates them. */
	String letters() {
		return String.join("", this.elements.stream().filter((element) -> !isPlace(element)).toList());
	}

	static boolean isPlace(String element) {
		return !element.isEmpty() && element.chars().allMatch((each) -> each >= '0' && each <= '9');
	}

}
