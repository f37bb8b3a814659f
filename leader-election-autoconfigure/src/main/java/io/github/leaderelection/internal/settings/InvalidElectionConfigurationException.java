package io.github.leaderelection.internal.settings;

import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * Thrown if a setting does not allow an election.
 */
public class InvalidElectionConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String key;

	private final @Nullable String value;

	private final String problem;

	private final String remedy;

	/**
	 * Creates an exception.
	 * @param value the value, null if the key is not set
	 * @param problem the problem, as a sentence without its full stop
	 * @param remedy the remedy, as a sentence without its full stop
	 */
	public InvalidElectionConfigurationException(String key, @Nullable Object value, String problem, String remedy) {
		this(key, value, problem, remedy, null);
	}

	public InvalidElectionConfigurationException(String key, @Nullable Object value, String problem, String remedy,
			@Nullable Throwable cause) {
		super(setting(key, value) + ": " + problem + ". " + remedy + ".", cause);
		this.key = key;
		this.value = (value != null) ? InvalidSettingException.text(value) : null;
		this.problem = problem;
		this.remedy = remedy;
	}

	/** Converts a refused setting, with its key below {@code leader-election}. */
	public static InvalidElectionConfigurationException of(InvalidSettingException refused) {
		return of(refused, refused.value(), InvalidElectionConfigurationException::key);
	}

	/**
	 * Converts a refused setting.
	 * @param keys supplies the key of a setting by its name
	 */
	public static InvalidElectionConfigurationException of(InvalidSettingException refused, Object value,
			UnaryOperator<String> keys) {
		String other = refused.other();
		return new InvalidElectionConfigurationException(keys.apply(refused.setting()), value,
				refused.problem() + ((other != null) ? " (" + keys.apply(other) + ")" : ""), refused.remedy(), refused);
	}

	/** The key of a setting that is not specific to a group. */
	public static String key(String setting) {
		return "leader-election." + (setting.equals(ElectionSettings.MEMBERS) ? "peers" : setting);
	}

	private static String setting(String key, @Nullable Object value) {
		return (value != null) ? key + "=" + InvalidSettingException.text(value) : key + " is not set";
	}

	public String key() {
		return this.key;
	}

	/**
	 * Describes the value and its problem.
	 * @param written the value as written in the configuration, null if unknown
	 */
	public String description(@Nullable String written) {
		return setting(this.key, isSameDuration(written) ? written : this.value) + ":\n\n    " + this.problem + ".";
	}

	/**
	 * Whether the written value is the same duration. Digits alone do not count, because
	 * the unit may be missing by mistake.
	 */
	private boolean isSameDuration(@Nullable String written) {
		try {
			return this.value != null && written != null && !Character.isDigit(written.charAt(written.length() - 1))
					&& DurationStyle.detectAndParse(written).equals(DurationStyle.detectAndParse(this.value));
		}
		catch (RuntimeException ex) {
			// The value is no duration.
			return false;
		}
	}

	public String remedy() {
		return this.remedy + ".";
	}

}
