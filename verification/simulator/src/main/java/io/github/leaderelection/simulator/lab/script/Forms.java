package io.github.leaderelection.simulator.lab.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The ways in which something may be written, tried in their order. A form is words as
 * they stand, with '/' between two that mean the same, and words in capitals in the place
 * of what a {@link Part} reads. What stands in brackets at its end explains it.
 */
final class Forms<M> {

	private final List<Form<M>> all = new ArrayList<>();

	Forms<M> add(String text, Function<List<Object>, M> meaning) {
		this.all.add(new Form<>(text, meaning));
		return this;
	}

	/**
	 * How it is written.
	 */
	List<String> texts() {
		return this.all.stream().map(Form::text).toList();
	}

	/**
	 * Reads the first form that fits.
	 * @param toTheEnd whether nothing may follow it
	 * @throws ScriptException if none fits; the message is about those that fit furthest
	 */
	M read(Words words, boolean toTheEnd) {
		int begin = words.at();
		Misfits misfits = new Misfits();
		for (Form<M> form : this.all) {
			words.goTo(begin);
			M meant = form.read(words, toTheEnd, misfits);
			if (meant != null) {
				return meant;
			}
		}
		throw misfits.complaint(words);
	}

	/**
	 * One way to write something.
	 *
	 * @param meaning makes of what its parts read what is meant
	 */
	private record Form<M>(String text, Function<List<Object>, M> meaning) {

		@Nullable M read(Words words, boolean toTheEnd, Misfits misfits) {
			List<Object> parts = new ArrayList<>();
			for (String word : this.text.replaceFirst(" \\(.*", "").split(" ")) {
				int at = words.at();
				if (!word.equals(word.toLowerCase(Locale.ROOT))) {
					try {
						parts.add(Part.valueOf(word).read(words));
					}
					catch (ScriptException ex) {
						misfits.wrong(at, ex);
						return null;
					}
				}
				else if (Stream.of(word.split("/")).noneMatch(words::accept)) {
					misfits.lacks(at, "'" + word.replaceFirst("/.*", "") + "'");
					return null;
				}
			}
			if (toTheEnd && !words.atEnd()) {
				misfits.lacks(words.at(), "");
				return null;
			}
			return this.meaning.apply(parts);
		}

	}

	/**
	 * Where forms did not fit, of those that fit furthest.
	 */
	private static final class Misfits {

		private final Set<String> lacking = new LinkedHashSet<>();

		private @Nullable ScriptException wrong;

		private int furthest = -1;

		void lacks(int at, String word) {
			if (isAsFar(at)) {
				this.lacking.add(word);
			}
		}

		void wrong(int at, ScriptException ex) {
			if (isAsFar(at)) {
				this.wrong = ex;
			}
		}

		private boolean isAsFar(int at) {
			if (at > this.furthest) {
				this.furthest = at;
				this.lacking.clear();
				this.wrong = null;
			}
			return at == this.furthest;
		}

		ScriptException complaint(Words words) {
			words.goTo(this.furthest);
			if (this.wrong != null) {
				return this.wrong;
			}
			this.lacking.remove("");
			return words.lacks(List.copyOf(this.lacking));
		}

	}

}
