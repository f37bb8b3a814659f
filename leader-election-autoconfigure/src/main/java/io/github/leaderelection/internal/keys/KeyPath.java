package io.github.leaderelection.internal.keys;

import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The path of a key below {@code leader-election}, from any relaxed form:
 * {@code leaderElection.leaseDuration} has one element, {@code leaseduration}.
 *
 * @param elements the elements, in lower case and without dashes and underscores,
 * including indexes of lists
 */
record KeyPath(List<String> elements) {

	/** Parses a name, null if it is not below {@code leader-election}. */
	static @Nullable KeyPath of(String name) {
		ConfigurationPropertyName adapted;
		try {
			adapted = ConfigurationPropertyName.adapt(name, '.');
		}
		catch (RuntimeException ex) {
			// Spring Boot does not read such names either.
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

	/** The first elements, in the form of a known key's path. */
	String first(int size) {
		return String.join(".", this.elements.subList(0, size));
	}

	List<String> after(int size) {
		return this.elements.subList(size, size());
	}

	/** All elements except indexes of lists, without separators. */
	String letters() {
		return String.join("", this.elements.stream().filter((element) -> !isPlace(element)).toList());
	}

	static boolean isPlace(String element) {
		return !element.isEmpty() && element.chars().allMatch((each) -> each >= '0' && each <= '9');
	}

}
