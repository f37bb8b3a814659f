package io.github.leaderelection.simulator.mutants;

/**
 * One replacement in one source file. Both sides are compared without their white space,
 * so that a patch outlives a new indentation or line break, and nothing else.
 *
 * @param file the file, relative to the root package of the core
 * @param search what must occur there exactly once
 * @param replacement what takes its place
 */
record SourceEdit(String file, String search, String replacement) {

	/**
	 * Replaces the text.
	 * @param source the source as it is
	 * @return the source as it is to be
	 * @throws IllegalStateException if the text does not occur, or more than once
	 */
	String applyTo(String source) {
		Squeezed squeezed = Squeezed.of(source);
		String wanted = Squeezed.of(this.search).text();
		int found = squeezed.text().indexOf(wanted);
		if (found < 0 || wanted.isEmpty()) {
			throw new IllegalStateException("the text to replace is not in " + this.file + ": " + this.search.strip());
		}
		if (squeezed.text().indexOf(wanted, found + 1) >= 0) {
			throw new IllegalStateException(
					"the text to replace is more than once in " + this.file + ": " + this.search.strip());
		}
		int begin = squeezed.positions()[found];
		int end = squeezed.positions()[found + wanted.length() - 1] + 1;
		return source.substring(0, begin) + this.replacement + source.substring(end);
	}

	/**
	 * A text without its white space.
	 *
	 * @param text what is left
	 * @param positions where each of its characters was
	 */
	private record Squeezed(String text, int[] positions) {

		static Squeezed of(String source) {
			StringBuilder text = new StringBuilder(source.length());
			int[] positions = new int[source.length()];
			for (int i = 0; i < source.length(); i++) {
				if (!Character.isWhitespace(source.charAt(i))) {
					positions[text.length()] = i;
					text.append(source.charAt(i));
				}
			}
			return new Squeezed(text.toString(), positions);
		}

	}

}
