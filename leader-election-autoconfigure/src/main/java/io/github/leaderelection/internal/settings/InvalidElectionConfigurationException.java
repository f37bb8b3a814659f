package io.github.leaderelection.internal.settings;

import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * A setting with which no election can be held.
 */
public class InvalidElectionConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String key;

	private final @Nullable String value;

	private final String problem;

	private final String remedy;

	/**
	 * Says what is wrong.
	 * @param value its value, null where it is not set
	 * @param problem what is wrong with it, a sentence without its full stop
	 * @param remedy what to do, a sentence without its full stop
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

	/** Says under which key a setting is made that is refused. */
	public static InvalidElectionConfigurationException of(InvalidSettingException refused) {
		return of(refused, refused.value(), InvalidElectionConfigurationException::key);
	}

	/**
	 * Says where a setting was made that is refused.
	 * @param keys the key under which a setting was made, by its name
	 */
	public static InvalidElectionConfigurationException of(InvalidSettingException refused, Object value,
			UnaryOperator<String> keys) {
		String other = refused.other();
		return new InvalidElectionConfigurationException(keys.apply(refused.setting()), value,
				refused.problem() + ((other != null) ? " (" + keys.apply(other) + ")" : ""), refused.remedy(), refused);
	}

	/** The key of a setting that is no group's own. */
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
	 * What is wrong with which value.
	 * @param written the value as it was written, null where nobody knows
	 */
	public String description(@Nullable String written) {
		return setting(this.key, isSameDuration(written) ? written : this.value) + ":\n\n    " + this.problem + ".";
	}

	/**
	 * Digits alone are not shown as they were written: a unit may be what was forgotten.
	 */
	private boolean isSameDuration(@Nullable String written) {
		try {
			return this.value != null && written != null && !Character.isDigit(written.charAt(written.length() - 1))
					&& DurationStyle.detectAndParse(written).equals(DurationStyle.detectAndParse(this.value));
		}
		catch (RuntimeException ex) {
			// no duration
			return false;
		}
	}

	public String remedy() {
		return this.remedy + ".";
	}

}
